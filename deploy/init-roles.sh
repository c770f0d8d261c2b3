#!/bin/sh
# Runs once, when PostgreSQL's container makes its database: the two roles of docs/DATABASE.md, with passwords from secrets.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres \
	-v owner="$(cat /run/secrets/owner_password)" -v server="$(cat /run/secrets/server_password)" <<'SQL'
CREATE ROLE plumbline_owner LOGIN PASSWORD :'owner';
CREATE ROLE plumbline_server LOGIN PASSWORD :'server';
CREATE DATABASE plumbline OWNER plumbline_owner;
REVOKE ALL ON DATABASE plumbline FROM PUBLIC;
GRANT CONNECT ON DATABASE plumbline TO plumbline_server;
SQL
