import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { CATALOG_BYTES } from "#contract/frameworks/framework-operations.ts";
import { OWN_FRAMEWORKS_LIMIT } from "#contract/frameworks/own-frameworks.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { CatalogReaders } from "../catalog/readers.ts";
import { type NotRead, type OwnFile, readOwn } from "../own/read-own.ts";
import type { OwnFrameworkStore, ReadFile } from "../store/own-framework-store.ts";

type OwnFrameworkParts = { store: OwnFrameworkStore; readers: CatalogReaders };
type Refused = NotRead | { ok: false; because: "already_exists" | "limit_reached" };

/** `own-frameworks/`: frameworks that a workspace adds from files. */
export function addOwnFrameworks(app: FastifyInstance, { store, readers }: OwnFrameworkParts, senders: Senders): void {
	const limits = {
		most: CATALOG_BYTES,
		asks: "Please send the file as JSON, CSV or XLSX, with its Content-Type.",
		tooLarge: "Nothing was changed.",
	};
	const taking = { senders, file: limits };
	const reading = async <T>(
		{ content: file, type }: { content: OwnFile["file"]; type: OwnFile["type"] },
		work: (file: ReadFile) => Promise<T>,
	): Promise<T | NotRead> => {
		const read = await readOwn(readers, { file, type });
		return read.ok ? work({ read: read.read, sha256: createHash("sha256").update(file).digest() }) : read;
	};
	addOperation(app, OPERATIONS.previewOwnFramework, taking, async ({ scope, file, reply }) => {
		const report = await reading(file, ({ read }) => store.report(scope, read));
		return "because" in report ? refuse(reply, report, "added") : report;
	});
	addOperation(app, OPERATIONS.addOwnFramework, taking, async ({ scope, query, file, reply }) => {
		const added = await reading(file, (read) => store.add(scope, query, read));
		return added.ok ? added.answer : refuse(reply, added, "added");
	});
	addOperation(app, OPERATIONS.changeOwnFramework, { senders }, async ({ scope, params, body, reply }) => {
		const changed = await store.change(scope, params.ownFrameworkId, body);
		return changed.ok ? undefined : refuse(reply, changed, "changed");
	});
	addOperation(app, OPERATIONS.previewOwnFrameworkFile, taking, async ({ scope, params, file, reply }) => {
		const report = await reading(file, ({ read }) => store.compare(scope, params.ownFrameworkId, read));
		return "because" in report ? refuse(reply, report, "changed") : report;
	});
	addOperation(app, OPERATIONS.replaceOwnFrameworkFile, taking, async ({ scope, params, query, file, reply }) => {
		const replaced = await reading(file, (read) => store.replace(scope, params.ownFrameworkId, query, read));
		return replaced.ok ? replaced.answer : refuse(reply, replaced, "changed");
	});
	addOperation(app, OPERATIONS.readOwnFrameworkUse, { senders }, ({ scope, params }) =>
		store.use(scope, params.ownFrameworkId),
	);
	addOperation(app, OPERATIONS.deleteOwnFramework, { senders }, async ({ scope, params, reply }) => {
		if (await store.remove(scope, params.ownFrameworkId)) return undefined;
		return sendError(reply, "not_found", "This framework does not exist in this workspace. It may have been deleted.");
	});
	addOperation(app, OPERATIONS.restoreOwnFramework, { senders }, async ({ scope, params, reply }) => {
		const restored = await store.restore(scope, params.ownFrameworkId);
		return restored.ok ? undefined : refuse(reply, restored, "put back");
	});
}

/** `done`: what did not happen. */
function refuse(reply: FastifyReply, refused: Refused, done: "added" | "changed" | "put back") {
	switch (refused.because) {
		case "already_exists":
			return sendError(
				reply,
				"already_exists",
				`There is a framework with this name already. Nothing was ${done}. Please choose another name, or load the file there as its new version.`,
			);
		case "limit_reached":
			return sendError(
				reply,
				"limit_reached",
				`A workspace can add ${OWN_FRAMEWORKS_LIMIT} frameworks. Nothing was ${done}. Please delete one that you do not need.`,
			);
		default: {
			const { message, framework } = refused;
			return sendError(reply, "file_refused", `Nothing was ${done}. ${message}`, framework && { framework });
		}
	}
}
