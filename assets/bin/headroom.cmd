@echo off
rem `headroom` in a terminal on Windows: see the file `headroom` in this folder.
setlocal
set "program=%~dp0..\..\Headroom.exe"
if "%~1"=="-h" goto command
if "%~1"=="--help" goto command
if "%~1"=="--version" goto command
set "first=%~1"
if "%first%"=="" goto window
if "%first:~0,1%"=="-" goto window
if /i "%~x1"==".gguf" goto window
:command
set ELECTRON_RUN_AS_NODE=1
"%program%" "%~dp0..\app.asar\out\cli\index.mjs" %*
exit /b %errorlevel%
:window
start "" "%program%" %*
