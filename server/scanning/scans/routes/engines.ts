import type { FastifyInstance } from "fastify";
import { KINDS } from "#contract/kinds/kinds.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { EngineInfo, EngineState } from "#contract/scans/engines.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import type { ToolState } from "../../engines/tool-state.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";

/** `engines/`: which kinds of scan can run here now. Only operators see what is missing and why. */
export function addEngines(app: FastifyInstance, { engines, seesTools, senders }: ScanRouteDeps): void {
	addOperation(app, OPERATIONS.listEngines, { senders }, async ({ identity, request, reply }) => {
		const toOperator = seesTools(identity);
		const now = Date.now();
		const list = {
			engines: (await engines.all()).map(
				({ kind, tool, state, requests }): EngineInfo => ({
					kind,
					tool,
					needs: KINDS[kind].needs,
					state: shown(state, toOperator, now),
					...(requests && { requests }),
				}),
			),
		};
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
}

function shown(state: ToolState, toOperator: boolean, now: number): EngineState {
	switch (state.status) {
		case "installing": {
			const remainingSeconds = Math.max(0, Math.ceil((Date.parse(state.readyBy) - now) / 1_000));
			return { status: "installing", startedAt: state.since, remainingSeconds, download: state.download };
		}
		case "missing":
		case "off":
			return toOperator ? state : { status: "missing", why: null, remedy: null };
		default:
			return state;
	}
}
