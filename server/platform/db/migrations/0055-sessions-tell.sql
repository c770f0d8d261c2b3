-- Where a session began, as a network and never as an address (an IPv4 /24 or an IPv6 /48), and how its user proved who they are.
-- Both go with the session. NULL: it began before this was kept, or under the previous release.
ALTER TABLE sessions ADD COLUMN network text;
ALTER TABLE sessions ADD COLUMN signed_in_with text CHECK (signed_in_with IN ('password', 'passkey', 'company'));
