-- Where the browser can sign out at the provider that this session came through (docs/decisions/0111-company-sign-in.md). NULL: the
-- provider names no such page, or the session began in another way.
ALTER TABLE sessions ADD COLUMN sign_out_page text;
