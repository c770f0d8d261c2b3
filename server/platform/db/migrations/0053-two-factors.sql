-- Workspaces that ask their members for two factors (docs/decisions/0113-workspaces-that-require-two-factors.md).
ALTER TABLE workspaces ADD COLUMN two_factors_required boolean NOT NULL DEFAULT false;
-- Whether the owner of a session gave two factors in it. False: one, or it began under the previous release.
ALTER TABLE sessions ADD COLUMN two_factors boolean NOT NULL DEFAULT false;
