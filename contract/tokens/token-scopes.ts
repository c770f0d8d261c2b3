import * as z from "zod/mini";

export const TOKEN_SCOPES = [
	"scans:write",
	"scans:read",
	"findings:read",
	"reports:write",
	"reports:read",
	"controls:read",
	"evidence:read",
	"tasks:read",
	"tickets:write",
	"assessments:read",
	"questionnaires:read",
	"clients:read",
] as const;

/** The most an API token may do; its maker's role limits it, too. */
export const tokenScope = z.enum(TOKEN_SCOPES, "There is no such scope.");
export type TokenScope = z.infer<typeof tokenScope>;
