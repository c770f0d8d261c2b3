import { dayText } from "#contract/format/time.ts";
import { TOKEN_SCOPES, type TokenScope } from "#contract/tokens/token-scopes.ts";
import { type ApiToken, TOKEN_DAYS } from "#contract/tokens/tokens.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";

const DAY_MS = 86_400_000;
/** How long a token works if its maker does not choose a day. */
const USUAL_DAYS = 90;

export const SCOPE_LABELS: Readonly<Record<TokenScope, string>> = {
	"scans:write": "Start, stop and repeat scans",
	"scans:read": "Read scans, hosts and schedules",
	"findings:read": "Read findings",
	"reports:write": "Create reports",
	"reports:read": "Read reports",
	"controls:read": "Read controls and frameworks",
	"evidence:read": "Read evidence and its files",
	"tasks:read": "Read tasks",
	"tickets:write": "Create tickets",
	"assessments:read": "Read assessments and templates",
	"questionnaires:read": "Read questionnaires and approved answers",
	"clients:read": "Read the names and codes of clients",
};

/** The scopes that are useful to a member: without the permission to work, no write scopes. */
export const scopesToGive = (canWork: boolean): TokenScope[] =>
	TOKEN_SCOPES.filter((scope) => canWork || scope.endsWith(":read"));

/** The days (UTC) that a form offers as the last one. */
export function lastDays(now: number): { min: string; usual: string; max: string } {
	const dayIn = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
	return { min: dayIn(0), usual: dayIn(USUAL_DAYS), max: dayIn(TOKEN_DAYS) };
}

/** What a token can access: `All clients`, or the name of its only client. */
export function reachText({ clientId }: Pick<ApiToken, "clientId">, clients: readonly Pick<Client, "id" | "name">[]) {
	if (clientId === null) return "All clients";
	return clients.find(({ id }) => id === clientId)?.name ?? "One client";
}

/** `Works until 22 Nov 2026. Last used on 3 Oct 2026.` */
export function tokenStateText({
	state,
	endsOn,
	lastUsedOn,
}: Pick<ApiToken, "state" | "endsOn" | "lastUsedOn">): string {
	const use = lastUsedOn === null ? "Never used." : `Last used on ${dayText(lastUsedOn)}.`;
	switch (state) {
		case "active":
			return `Works until ${dayText(endsOn)}. ${use}`;
		case "expired":
			return `Expired on ${dayText(endsOn)}. ${use}`;
		case "revoked":
			return `Revoked. ${use}`;
	}
}
