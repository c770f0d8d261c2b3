import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { ScanRequest } from "#contract/scans.ts";
import { comparedBy } from "../../scans/request-identity.ts";
import { addOperation, type Given } from "../operation.ts";
import type { Identity } from "../session/identity.ts";
import { answerAccepted } from "./answer-accepted.ts";
import type { ScanParts } from "./scan-parts.ts";

/** Asking for a scan, one call for each kind. */
export function addStartScans(app: FastifyInstance, { accept, readSession }: ScanParts): void {
	const options = { readSession };
	const start = (request: ScanRequest, { identity, key, ...given }: Asked) => {
		const asked = { asker: identity, key, compared: comparedBy(request), request: async () => request };
		return answerAccepted(accept, asked, given);
	};
	addOperation(app, OPERATIONS.startCombinedScan, options, ({ body, ...given }) =>
		start({ kind: "combined", body }, given),
	);
	addOperation(app, OPERATIONS.startZapScan, options, ({ body, ...given }) => start({ kind: "zap", body }, given));
	addOperation(app, OPERATIONS.startWapitiScan, options, ({ body, ...given }) =>
		start({ kind: "wapiti", body }, given),
	);
	addOperation(app, OPERATIONS.startNmapScan, options, ({ body, ...given }) => start({ kind: "nmap", body }, given));
	addOperation(app, OPERATIONS.startSslyzeScan, options, ({ body, ...given }) =>
		start({ kind: "sslyze", body }, given),
	);
}

type Asked = Pick<Given<typeof OPERATIONS.startCombinedScan>, "key" | "request" | "reply"> & { identity: Identity };
