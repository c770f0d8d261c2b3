import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import {
	CLOUDS,
	faultOfProject,
	TRACKERS_LIMIT,
	type Tracker,
	type TrackerChange,
	type TrackerChecked,
} from "#contract/tickets/trackers.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { placeOf } from "#server/platform/outgoing/place.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { CLIENT_UNKNOWN } from "#server/platform/tenancy/refusals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { sealToken } from "../token.ts";
import { TrackerFault } from "../trackers/ask.ts";
import { clientOf } from "../try-ticket.ts";
import type { Tickets } from "../wire.ts";

/** Checks of one workspace per minute. */
const CHECKS = 10;

type TrackerDeps = { tickets: Tickets; senders: Senders; publicUrl: () => string; now(): Date };
type Project = Pick<Tracker, "system" | "url" | "project" | "issueType" | "email">;

const wrong = (field: string, message: string) =>
	refuse("invalid_body", message, { fields: [{ field: `/${field}`, message }] });

/** `trackers/`: where a workspace has issues created. */
export function addTrackers(app: FastifyInstance, { tickets, senders, publicUrl, now }: TrackerDeps): void {
	const { trackers, box, guard } = tickets;
	const missing = (reply: FastifyReply) => sendError(reply, "not_found", "There is no such tracker. Nothing was done.");
	const shown = async (scope: Scope, id: string) => (await trackers.list(scope)).find((one) => one.id === id);
	const send = (reply: FastifyReply, { code, message, details }: Refusal) => sendError(reply, code, message, details);
	const noKey = (reply: FastifyReply) =>
		sendError(
			reply,
			"unavailable",
			"This server can’t keep tokens. Its operator has to set WEBHOOK_SECRET. Nothing was changed.",
			{ reason: "no_key" },
		);
	/** Why issues cannot go there. An address that does not resolve now may resolve later; a stored one is looked up at each try. */
	const refusalOf = async (
		scope: Scope,
		project: Project,
		{ url, clientId }: Pick<TrackerChange, "url" | "clientId">,
	) => {
		if (clientId && !(await trackers.hasClient(scope, clientId))) return CLIENT_UNKNOWN;
		const fault = faultOfProject(project);
		if (fault) return wrong(fault.field, fault.message);
		if (url === undefined) return undefined;
		const { search, hash } = new URL(url);
		if (search === "" && hash === "" && (await placeOf(url, guard)) !== null) return undefined;
		return wrong(
			"url",
			"Tickets cannot be sent there. The address has to be public, begin with https, and use port 443 or 8443.",
		);
	};

	addOperation(app, OPERATIONS.listTrackers, { senders }, async ({ scope }) => ({
		trackers: await trackers.list(scope),
		available: box !== undefined,
	}));

	addOperation(app, OPERATIONS.addTracker, { senders }, async ({ scope, body, reply }) => {
		if (!box) return noKey(reply);
		const clientId = body.clientId ?? scope.clientId;
		const url = body.url ?? CLOUDS[body.system];
		const refused = await refusalOf(scope, { ...body, url }, { url, clientId });
		if (refused) return send(reply, refused);
		const trackerId = randomUUID();
		const token = sealToken(box, body.token, { workspaceId: scope.workspaceId, trackerId });
		if (!(await trackers.add(scope, { ...body, url, clientId, token, id: trackerId, createdAt: now() }))) {
			return sendError(
				reply,
				"limit_reached",
				`This workspace has ${TRACKERS_LIMIT} trackers, which is the most. Remove one that is not needed. Nothing was added.`,
			);
		}
		const made = await shown(scope, trackerId);
		if (!made) throw new Error("A tracker that was just stored is not there");
		return made;
	});

	addOperation(app, OPERATIONS.changeTracker, { senders }, async ({ scope, params, body, reply }) => {
		const { trackerId } = params;
		const before = await shown(scope, trackerId);
		if (!before) return missing(reply);
		const { token, ...change } = body;
		const after: Project = {
			system: before.system,
			url: change.url ?? before.url,
			project: change.project ?? before.project,
			issueType: change.issueType ?? before.issueType,
			email: change.email ?? before.email,
		};
		const refused = await refusalOf(scope, after, change);
		if (refused) return send(reply, refused);
		// Otherwise anyone who may change the address could have the token sent to their own server.
		if (token === undefined && new URL(after.url).origin !== new URL(before.url).origin) {
			return send(reply, wrong("token", "Please give the token again: the tracker is on another host now."));
		}
		if (token !== undefined && !box) return noKey(reply);
		const whose = { workspaceId: scope.workspaceId, trackerId };
		const sealed = token !== undefined && box ? sealToken(box, token, whose) : undefined;
		if (!(await trackers.change(scope, trackerId, { ...change, token: sealed }, now()))) return missing(reply);
		return (await shown(scope, trackerId)) ?? missing(reply);
	});

	addOperation(app, OPERATIONS.removeTracker, { senders }, async ({ scope, params, reply }) =>
		(await trackers.remove(scope, params.trackerId)) ? reply.send() : missing(reply),
	);

	addOperation(app, OPERATIONS.checkTracker, { senders }, async ({ scope, params, reply }) => {
		const connection = await trackers.connection(scope, params.trackerId);
		if (!connection) return missing(reply);
		const counter = { what: "tracker-checks", whom: scope.workspaceId, points: CHECKS, windowSeconds: 60 };
		const taken = await tickets.takePoint(counter);
		if (!taken.ok) {
			const message = "There were too many checks. Please wait a minute. Nothing was sent.";
			return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter: taken.retryAfter });
		}
		return check(() => clientOf({ guard, box, userAgent: scannerUserAgent(publicUrl()), now }, connection).check());
	});
}

async function check(
	look: () => Promise<{ problem: NonNullable<TrackerChecked["problem"]>; detail: string } | undefined>,
): Promise<TrackerChecked> {
	try {
		const found = await look();
		return { problem: found?.problem ?? null, code: null, detail: found?.detail ?? "" };
	} catch (error) {
		if (!(error instanceof TrackerFault)) throw error;
		const { problem, code, detail } = error;
		return { problem, code, detail };
	}
}
