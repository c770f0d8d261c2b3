import type { FastifyInstance } from "fastify";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { startScanName } from "#contract/scans/scan-operations.ts";
import type { LabeledRequest } from "#contract/scans/scans.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { comparedBy } from "#server/platform/ids/request-identity.ts";
import { askerIn } from "../asker.ts";
import { answerAccepted } from "./answer-accepted.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";

/** Requesting a scan, one call for each kind. */
export function addStartScans(app: FastifyInstance, { accept, senders }: ScanRouteDeps): void {
	for (const kind of SCAN_KINDS) {
		addOperation(app, OPERATIONS[startScanName(kind)], { senders }, ({ identity, scope, key, body, ...given }) => {
			const { client, note, ...own } = body;
			// The operation's schema is the kind's own, with labels.
			const labels = client === undefined && note === undefined ? {} : { labels: { client, note } };
			const request = { kind, body: own, ...labels } as LabeledRequest;
			const asker = identity.type === "account" && scope ? askerIn(scope, identity) : ({ type: "anonymous" } as const);
			return answerAccepted(accept, { asker, key, compared: comparedBy(request), request: async () => request }, given);
		});
	}
}
