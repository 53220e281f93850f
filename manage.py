#!/usr/bin/env python3
"""The command line of Kierros.

python3 manage.py start [--demo] [--port N]   set up what is missing and serve
python3 manage.py test [pytest's arguments]   set up what is missing and run the tests
python3 manage.py bootstrap [run|test]        only set up what is missing

Everything else is Django's own command line.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this very line is what an older Python must understand
    sys.exit("Kierros needs Python 3.11 or newer; this is Python %s." % sys.version.split()[0])  # noqa: UP031 - as above

from config import bootstrap

if __name__ == "__main__":
    bootstrap.main(sys.argv[1:])
