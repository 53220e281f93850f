"""FIDE's ratings and titles: what a tournament does to a rating (Handbook B.02), and which norms it gives (B.01).

changes.py holds expected scores, K, the change, the first rating and performances; opposition.py the games that count
for a norm, norms.py what the regulations ask of them, outlook.py what the rest must bring.
"""
