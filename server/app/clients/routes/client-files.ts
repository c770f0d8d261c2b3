import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ClientId } from "#contract/ids.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CLIENT_FILE } from "#contract/workspaces/client-file.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { whileAllowed } from "#server/identity/sessions/still-allowed.ts";
import { attachmentName } from "#server/platform/http/attachment-name.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Destination } from "#server/platform/tenancy/taking-in.ts";
import type { TakenIn } from "../taken-in.ts";
import { isOther } from "./is-other.ts";
import { sendKeyMismatch, sendUnknownClient } from "./refusals.ts";

export type ClientFileDeps = {
	/** A client's file piece by piece, and its name as part of a file's name; undefined if the workspace has no such client. */
	write(scope: Scope, id: ClientId): Promise<{ name: string; file: AsyncGenerator<Uint8Array> } | undefined>;
	takeIn(scope: Scope, file: Buffer, asked: { key: string | null; taker: Destination["taker"] }): Promise<TakenIn>;
	now: () => Date;
};

/** Handing clients over: `clients/{clientId}/file/` and `clients/import/`. */
export function addClientFiles(app: FastifyInstance, { write, takeIn, now }: ClientFileDeps, senders: Senders): void {
	addOperation(app, OPERATIONS.readClientFile, { senders }, async ({ scope, params, request, reply }) => {
		const written = isOther(scope, params.clientId) ? undefined : await write(scope, params.clientId);
		if (!written) return sendUnknownClient(reply);
		const day = now().toISOString().slice(0, 10);
		reply.header("Content-Disposition", `attachment; ${attachmentName(`client-${written.name}-${day}.zip`)}`);
		// The answer has started, so all we can do is cut it off: the manifest comes last, and a file without it is not valid.
		const file = Readable.from(whileAllowed(written.file, request, senders, "manage")).on("error", (error) =>
			request.log.error({ error }, "a file was cut off"),
		);
		return reply.type(CLIENT_FILE.mediaType).send(file);
	});

	const limits = {
		most: CLIENT_FILE_BYTES,
		asks: "Please send the file, with Content-Type: application/zip.",
		tooLarge: "Nothing was taken in. Files without the tools’ output are smaller.",
	};
	const taking = { senders, file: limits };
	addOperation(app, OPERATIONS.importClient, taking, async ({ scope, identity, key, file, reply }) => {
		const taken = await takeIn(scope, file.content, { key, taker: { email: identity.email } });
		return taken.ok ? taken.client : refuse(reply, taken);
	});
}

function refuse(reply: FastifyReply, refused: Exclude<TakenIn, { ok: true }>): FastifyReply {
	switch (refused.because) {
		case "bad_file":
			return sendError(reply, "invalid_body", `${refused.message} Nothing was taken in.`);
		case "already_exists":
			return sendError(
				reply,
				"already_exists",
				`This file was taken in before, as the client “${refused.client.name}”. Nothing was done.`,
				{ client: refused.client },
			);
		case "host_of_other_client": {
			const { hosts } = refused;
			const named = hosts.slice(0, 3).map(({ host, client }) => `${host} (${client})`);
			const more = hosts.length > named.length ? ` and ${hosts.length - named.length} more` : "";
			return sendError(
				reply,
				"host_of_other_client",
				`Hosts in this file belong to other clients of this workspace: ${named.join(", ")}${more}. Please move or remove them first. Nothing was taken in.`,
				{ hosts },
			);
		}
		case "limit_reached":
			return sendError(
				reply,
				"limit_reached",
				"This workspace has as many clients or reports as it can keep. Nothing was taken in.",
			);
		case "storage_full":
			return sendError(
				reply,
				"storage_full",
				"This workspace has no room for the evidence in this file. Delete evidence that you no longer need, or ask the operator for more room. Nothing was taken in.",
			);
		case "idempotency_mismatch":
			return sendKeyMismatch(reply);
		case "client_unknown":
			return sendUnknownClient(reply);
	}
}
