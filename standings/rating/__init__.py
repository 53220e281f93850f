"""FIDE's ratings and titles: rating changes by a tournament (Handbook B.02), and norms (B.01).

changes.py has expected scores, K, the change, the first rating and performances. opposition.py has the games that count
for a norm, norms.py the requirements, outlook.py what the remaining games must bring.
"""
