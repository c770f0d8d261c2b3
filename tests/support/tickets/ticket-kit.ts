import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Ticket } from "#contract/tickets/tickets.ts";
import type { Tracker } from "#contract/tickets/trackers.ts";
import { createSendTickets } from "#server/integrations/tickets/jobs/send-tickets.ts";
import { createDueTickets, type DueTickets } from "#server/integrations/tickets/store/due-tickets.ts";
import { createSecretBox } from "#server/platform/keys/secret-box.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { findingOf } from "../engines/found.ts";
import type { TestMember } from "../server/people.ts";
import { startTestServer } from "../server/test-server.ts";
import { CONNECTIONS } from "./connections.ts";

const KEY = "A".repeat(43);
const MINUTE = 60_000;

/** A server that only answers, and processes that bring tickets to their trackers, on the test's own clock. */
export async function startTickets() {
	const server = await startTestServer({
		env: { ROLE: "api", WEBHOOK_SECRET: KEY, TICKET_ALLOW: "127.0.0.1,tracker.example.com" },
	});
	const { pool } = server.database;
	const names = new Map([["tracker.example.com", "127.0.0.1"]]);
	const resolver: Resolver = {
		async addresses(name) {
			const address = names.get(name);
			return address ? { status: "found", addresses: [{ address, family: 4 }] } : { status: "missing" };
		},
	};
	const clock = { now: new Date() };
	const newSender = (due: DueTickets = createDueTickets(pool)) =>
		createSendTickets({
			due,
			guard: createGuard({ policy: createPolicy({ allow: "127.0.0.1", practicePorts: [] }), resolver }),
			box: createSecretBox([Buffer.from(KEY, "base64url")], "trackers"),
			userAgent: "test",
			publicUrl: "https://scan.example",
			now: () => clock.now,
			random: () => 0,
			log: createLogger("silent"),
		});
	const sender = newSender();
	return {
		server,
		pool,
		names,
		newSender,
		now: () => clock.now,
		later(minutes: number): void {
			clock.now = new Date(clock.now.getTime() + minutes * MINUTE);
		},
		/** Does everything that is due now. The database's own clock runs beside the test's. */
		async send(by = sender): Promise<void> {
			clock.now = new Date(Math.max(clock.now.getTime(), Date.now() + 1_000));
			const due = "SELECT FROM tickets WHERE next_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)";
			await by.look();
			await by.idle();
			const { rowCount } = await pool.query(due, [clock.now]);
			if ((rowCount ?? 0) > 0) await by.look();
			await by.idle();
		},
		/** A finding on a host, with texts that a hostile one would choose. */
		async addFinding({ workspaceId }: TestMember, more: Parameters<typeof findingOf>[0] = {}): Promise<string> {
			const finding = findingOf({ engine: "zap", rule: `rule-${randomUUID()}`, severity: "high", ...more });
			await pool.query(
				`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
				   first_seen_at, last_seen_at, seen_from)
				 VALUES ($1, $2, $3, 'high', $4, $5, $6, '', $7, $7, $7, $8, now(), now(), now())`,
				[
					workspaceId,
					finding.fingerprint,
					JSON.stringify(finding),
					finding.engine,
					finding.rule,
					finding.title,
					finding.location.host,
					randomUUID(),
				],
			);
			return finding.fingerprint;
		},
		/** What a scan would say about it. */
		async turnFinding(fingerprint: string, to: "fixed" | "open"): Promise<void> {
			await pool.query("UPDATE findings SET fixed_at = CASE WHEN $2 THEN now() END WHERE fingerprint = $1", [
				fingerprint,
				to === "fixed",
			]);
		},
	};
}
export type TicketKit = Awaited<ReturnType<typeof startTickets>>;

export async function connect(
	by: TestMember,
	url: string,
	which: keyof typeof CONNECTIONS = "github",
	more: object = {},
): Promise<Tracker> {
	const body = { name: `Our ${which}`, url, ...CONNECTIONS[which], ...more };
	const response = await by.call("addTracker", { body });
	expect(response.status, await response.clone().text()).toBe(201);
	return response.json();
}

export const ask = (
	by: TestMember,
	{ id: trackerId }: Pick<Tracker, "id">,
	about: Record<string, string>,
	key?: string,
) => by.call("createTicket", { body: { trackerId, about }, ...(key && { headers: { "Idempotency-Key": key } }) });

export async function create(...asked: Parameters<typeof ask>): Promise<string> {
	const response = await ask(...asked);
	expect(response.status, await response.clone().text()).toBe(202);
	return (await response.json()).ticketId;
}

/** The tickets of a finding, or of a task. */
export async function ticketsOf(by: TestMember, query: { finding: string } | { task: string }): Promise<Ticket[]> {
	return (await (await by.call("listTickets", { query })).json()).tickets;
}
