import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { THUMBNAIL_BYTES } from "#contract/evidence/files.ts";
import { waitText } from "#contract/format/duration.ts";
import { sizeText } from "#contract/format/size.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { ROLE_LABELS, rolesThatCan } from "#contract/workspaces/roles.ts";
import { addOperation, LONG_BODY_BYTES, type Senders } from "#server/identity/sessions/operation.ts";
import { attachmentName } from "#server/platform/http/attachment-name.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { sendListPage } from "#server/platform/http/send-list-page.ts";
import { KEY_MISMATCH } from "#server/platform/refusals/refusal.ts";
import type { EvidenceStore } from "./store/evidence-store.ts";

const REFUSALS = {
	idempotency_mismatch: KEY_MISMATCH,
	already_exists: "This piece of evidence has already arrived. Nothing was added; you can change it in the inbox.",
	limit_reached: "This workspace has as much evidence as it can keep. Please delete some that you no longer need.",
	attachments_missing: "Files of this evidence have not arrived yet. Upload them, and send the same request again.",
	file_refused: `A small picture of a file is not one: it has to be a JPEG, PNG or WebP of at most ${sizeText(THUMBNAIL_BYTES)}. Nothing was stored; send the evidence without it.`,
	not_found: "You have no such evidence. It may have been deleted.",
};

const NOT_CHANGED = {
	bad_period: "Its period ends before it begins. Nothing was changed.",
	bad_successor:
		"It cannot take the place of that evidence. Choose another piece of the same client. Nothing was changed.",
};

/** The same answer for evidence that does not exist and for someone else's, so that nobody learns which. */
const noSuchEvidence = (reply: FastifyReply) => sendError(reply, "not_found", REFUSALS.not_found);

const tooOften = (reply: FastifyReply, retryAfter: number) =>
	sendError(
		reply,
		"rate_limited",
		`Too much evidence was sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was changed.`,
		{ scope: "entry", retryAfter },
	);

/** `evidence/`: what was captured, what it is about, and its files. */
export function addEvidence(app: FastifyInstance, evidence: EvidenceStore, senders: Senders): void {
	addOperation(
		app,
		OPERATIONS.addEvidence,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, body, key, reply }) => {
			const added = await evidence.add(scope, { key, request: body });
			if (added.ok) return added.answer;
			switch (added.because) {
				case "rate_limited":
					return tooOften(reply, added.retryAfter);
				case "attachments_missing":
				case "file_refused":
					return sendError(reply, added.because, REFUSALS[added.because], { sha256: added.sha256 });
				case "source_missing":
					return sendError(
						reply,
						"not_found",
						"There is no such report, or it is not finished. Nothing was stored; choose another one.",
					);
				default:
					return sendError(reply, added.because, REFUSALS[added.because]);
			}
		},
	);
	addOperation(app, OPERATIONS.linkEvidence, { senders }, async ({ scope, body, key, reply }) => {
		const linked = await evidence.link(scope, { key, request: body });
		if (linked.ok) return linked.answer;
		if (linked.because === "rate_limited") return tooOften(reply, linked.retryAfter);
		if (linked.because === "limit_reached") {
			return sendError(reply, linked.because, "This evidence is on as many things as it can be.");
		}
		return sendError(reply, linked.because, REFUSALS[linked.because]);
	});
	addOperation(app, OPERATIONS.decideEvidence, { senders }, async ({ scope, body, key, reply }) => {
		const decided = await evidence.decide(scope, { key, request: body });
		if (decided.ok) return decided.answer;
		switch (decided.because) {
			case "rate_limited":
				return tooOften(reply, decided.retryAfter);
			case "role_required":
				return sendError(
					reply,
					"role_required",
					`Only ${rolesThatCan("arrange")
						.map((role) => ROLE_LABELS[role].toLowerCase())
						.join(", ")} can review evidence. Nothing was changed.`,
				);
			case "other_reviewer_required":
				return sendError(
					reply,
					decided.because,
					"You added this evidence, and others here may review it: one of them has to accept it. Nothing was changed.",
				);
			case "changed_meanwhile":
				return sendError(
					reply,
					"changed_meanwhile",
					"This evidence is in another state by now. Please look at it, and decide again. Nothing was changed.",
				);
			default:
				return sendError(reply, decided.because, REFUSALS[decided.because]);
		}
	});
	addOperation(app, OPERATIONS.listEvidence, { senders }, async ({ scope, query, request, reply }) =>
		sendListPage(request, reply, await evidence.page(scope, query)),
	);
	addOperation(app, OPERATIONS.readEvidence, { senders }, async ({ scope, params, request, reply }) => {
		const detail = await evidence.detail(scope, params.evidenceId);
		if (!detail) return noSuchEvidence(reply);
		return isUnchanged(request, reply, detail) ? reply.code(304).send() : detail;
	});
	addOperation(
		app,
		OPERATIONS.changeEvidence,
		{ senders, bodyLimit: LONG_BODY_BYTES },
		async ({ scope, params, body, reply }) => {
			const changed = await evidence.change(scope, params.evidenceId, body);
			if (changed === "bad_period" || changed === "bad_successor") {
				return sendError(reply, "invalid_body", NOT_CHANGED[changed]);
			}
			if (changed === "changed_meanwhile") {
				const message = "Another member changed this evidence in the meantime. Please look at it, and change it again.";
				return sendError(reply, changed, message);
			}
			const detail = changed === "changed" ? await evidence.detail(scope, params.evidenceId) : undefined;
			return detail ?? noSuchEvidence(reply);
		},
	);
	addOperation(app, OPERATIONS.deleteEvidence, { senders }, async ({ scope, params, reply }) => {
		if (!(await evidence.delete(scope, params.evidenceId))) return noSuchEvidence(reply);
		return undefined;
	});
	addOperation(app, OPERATIONS.readEvidenceFile, { senders }, async ({ scope, params, reply }) => {
		const file = await evidence.file(scope, params.evidenceId, params.sha256);
		if (!file) return sendError(reply, "not_found", "There is no such file. Its evidence may have been deleted.");
		// A picture is displayed on our own pages; opened by itself, it is downloaded. Nothing in it may run.
		return reply
			.headers({
				"Content-Type": file.type,
				"Content-Length": file.size,
				"Content-Disposition": `attachment; ${attachmentName(file.name)}`,
				"Content-Security-Policy": "sandbox; default-src 'none'",
				"Referrer-Policy": "no-referrer",
			})
			.send(Readable.from(file.pieces));
	});
}
