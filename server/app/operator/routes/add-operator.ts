import type { FastifyInstance } from "fastify";
import { addLeadList } from "./leads.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { addOptOuts } from "./opt-outs.ts";
import { addState } from "./state.ts";
import { addSwitches } from "./switches.ts";
import { addTroubles } from "./troubles.ts";

/** `operator/`: for accounts with the role that `npm run operate -- grant` gives. */
export function addOperator(app: FastifyInstance, deps: OperatorDeps): void {
	addState(app, deps);
	addTroubles(app, deps);
	addSwitches(app, deps);
	addOptOuts(app, deps);
	addLeadList(app, deps);
}
