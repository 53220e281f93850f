@echo off
rem Double-click this file to start Kierros on Windows. Arguments are passed on: start.cmd --demo
cd /d "%~dp0"
where py >nul 2>nul
if errorlevel 1 (
  echo Kierros needs Python 3.11 or newer. Install it from python.org, then double-click this file again.
  pause
  exit /b 1
)
py -3 manage.py start --browser %*
if errorlevel 1 pause
