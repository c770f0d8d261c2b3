import { ENTRY_PATHS } from "#contract/requests/entries.ts";
import { ACCOUNT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS, BATCH_LIMIT } from "#contract/routes.ts";
import type { Definition } from "#src/outbox/definition.ts";
import type { Requests } from "./entry.ts";
import { KINDS } from "./kinds.ts";
import { OUTBOX } from "./name.ts";
import { saidScope, workspaceOf } from "./scope.ts";
import { wireBody } from "./wire-body.ts";

/** The outbox for our requests. */
export const REQUESTS: Definition<Requests> = {
	name: OUTBOX,
	endpoint: {
		batch: API_BASE + API_PATHS.outbox,
		batchLimit: BATCH_LIMIT,
		// A respondent's session cookie is limited to the respondent paths.
		alone: ["respond-answer", "respond-part"],
		single: (kind) => API_BASE + ENTRY_PATHS[kind],
		headers: { key: IDEMPOTENCY_KEY, account: ACCOUNT },
		body: wireBody,
		said: saidScope,
		uploads: {
			path: API_BASE + API_PATHS.uploads,
			target(entry) {
				const place = workspaceOf(entry) ?? "";
				return { place, headers: { [ACCOUNT]: entry.owner, [WORKSPACE]: place } };
			},
		},
	},
	kinds: KINDS,
	reasons: { ownership: 2, engine: 2, workspace: 3, role: 3, client: 3, seal: 4, code: 4 },
	holds: {
		engine_unavailable: "engine",
		ownership_required: "ownership",
		sign_in_required: "sign-in",
		other_account: "sign-in",
		sign_on_required: "sign-in",
		two_factors_required: "sign-in",
		other_workspace: "workspace",
		role_required: "role",
		client_archived: "client",
		client_unknown: "client",
		seal_unknown: "seal",
		code_required: "code",
		storage_full: "storage",
	},
	// These 409s are about what is stored already, not about a key being processed.
	refusals: ["already_exists", "changed_meanwhile", "limit_reached", "host_of_other_client"],
	receipt: { scanId: "text?", acceptedAt: "text?" },
	scope: ["workspace", "clientId"],
	labels: ["client", "note"],
	// A different name beside the same client would be misleading.
	isFixed: (label, { clientId }) => label === "client" && clientId !== undefined,
};
