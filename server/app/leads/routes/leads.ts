import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { Lead } from "#contract/site/leads.ts";
import { addOperation, LONG_BODY_BYTES } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { AcceptLead } from "../accept-lead.ts";

type Call = { key: string | null; request: { ip: string }; reply: Parameters<typeof sendError>[0] };

/** `POST leads/…/`: newsletter, waitlist, contact and demo. 202 with a receipt once it is stored. */
export function addLeads(app: FastifyInstance, acceptLead: AcceptLead): void {
	const answer = async (lead: Lead, { key, request, reply }: Call) => {
		const outcome = await acceptLead({ lead, key, client: request.ip });
		if (!outcome.ok) return sendError(reply, outcome.code, outcome.message, outcome.details);
		return { receipt: outcome.receipt };
	};
	addOperation(app, OPERATIONS.joinNewsletter, {}, (call) => answer({ kind: "newsletter", body: call.body }, call));
	addOperation(app, OPERATIONS.joinWaitlist, {}, (call) => answer({ kind: "waitlist", body: call.body }, call));
	addOperation(app, OPERATIONS.sendContact, { bodyLimit: LONG_BODY_BYTES }, (call) =>
		answer({ kind: "contact", body: call.body }, call),
	);
	addOperation(app, OPERATIONS.askForDemo, {}, (call) => answer({ kind: "demo", body: call.body }, call));
}
