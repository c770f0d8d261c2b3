import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { CLIENTS_LIMIT } from "../clients-limit.ts";
import { addSample } from "../sample/routes.ts";
import type { SampleStore } from "../sample/store/sample-store.ts";
import type { ClientStore } from "../store/client-store.ts";
import type { ReadClientsOverview } from "../wire.ts";
import { addClientFiles, type ClientFileDeps } from "./client-files.ts";
import { isOther } from "./is-other.ts";
import { sendFieldError, sendKeyMismatch, sendUnknownClient } from "./refusals.ts";

export type ClientDeps = {
	store: ClientStore;
	overview: ReadClientsOverview;
	files: ClientFileDeps;
	sample: SampleStore;
};

const TAKEN = {
	name: "Another client of this workspace has this name.",
	code: "Another client of this workspace has this code.",
};

/** `clients/`: whom a workspace works for. */
export function addClients(
	app: FastifyInstance,
	{ store, overview, files, sample }: ClientDeps,
	senders: Senders,
): void {
	const options = { senders };
	addClientFiles(app, files, senders);
	addSample(app, sample, senders);

	addOperation(app, OPERATIONS.createClient, options, async ({ scope, body, key, reply }) => {
		const created = await store.create(scope, body, key);
		if (created.ok) return created.client;
		switch (created.because) {
			case "already_exists":
				return sendFieldError(reply, "already_exists", created.field, TAKEN[created.field]);
			case "limit_reached":
				return sendError(
					reply,
					"limit_reached",
					`A workspace can have ${CLIENTS_LIMIT} clients. Please delete one that is no longer needed.`,
				);
			case "idempotency_mismatch":
				return sendKeyMismatch(reply);
			case "client_unknown":
				return sendUnknownClient(reply);
		}
	});

	addOperation(app, OPERATIONS.listClients, options, async ({ scope }) => ({ clients: await store.list(scope) }));

	addOperation(app, OPERATIONS.clientsOverview, options, async ({ scope, request, reply }) => {
		const answer = await overview(scope);
		return isUnchanged(request, reply, answer) ? reply.code(304).send() : answer;
	});

	addOperation(app, OPERATIONS.changeClient, options, async ({ scope, params, body, reply }) => {
		if (isOther(scope, params.clientId)) return sendUnknownClient(reply);
		const changed = await store.change(scope, params.clientId, body);
		if (changed.ok) return changed.client;
		switch (changed.because) {
			case "already_exists":
				return sendFieldError(reply, "already_exists", changed.field, TAKEN[changed.field]);
			case "changed_meanwhile":
				return sendError(
					reply,
					"changed_meanwhile",
					"This client was changed by someone else in the meantime. Nothing was changed; please look at it again.",
					{ current: changed.current },
				);
			case "own_client":
				return sendFieldError(reply, "invalid_body", "archived", "The workspace itself cannot be archived.");
			case "client_unknown":
				return sendUnknownClient(reply);
		}
	});

	addOperation(app, OPERATIONS.deleteClient, options, async ({ scope, params, body, reply }): Promise<FastifyReply> => {
		if (isOther(scope, params.clientId)) return sendUnknownClient(reply);
		const deleted = await store.delete(scope, params.clientId, body.name);
		if (deleted.ok) return reply.send();
		switch (deleted.because) {
			case "other_name":
				return sendFieldError(reply, "invalid_body", "name", "This is not the client’s name. Nothing was deleted.");
			case "not_finished":
				return sendError(
					reply,
					"not_finished",
					"Scans of this client are still running. Please wait for them or cancel them first. Nothing was deleted.",
				);
			case "own_client":
				return sendError(
					reply,
					"invalid_body",
					"This client is the workspace itself, so it cannot be deleted on its own. Nothing was deleted.",
				);
			case "client_unknown":
				return sendUnknownClient(reply);
		}
	});
}
