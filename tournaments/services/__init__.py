"""The verbs: one function each, one transaction each, called by pages, API and commands alike.

Every verb takes `who` first and ends with one journal entry. Verbs do not call verbs; they share the helpers of `acts`.
"""
