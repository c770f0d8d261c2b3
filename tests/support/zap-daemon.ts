import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { playPlan } from "./play-plan.ts";

type Call = { path: string; params: Record<string, string>; key: string | undefined };
type Reply = { status: number; headers?: Record<string, string>; body: string };
type Plan = { info: string[]; warn: string[]; error: string[]; isOver: boolean; stop: () => void };

const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) });
const OK = json({ Result: "OK" });
const problem = (code: string, message = "") => json({ code, message }, 400);

/** A server that speaks ZAP's API as its documentation has it, for the calls that we make. */
export type ZapDaemon = {
	url: string;
	/** Every call in its order. */
	calls: Call[];
	/** Most calls that were under way at the same moment. */
	mostAtOnce: () => number;
	/** How it behaves from now on. */
	set: (behavior: Partial<Behavior>) => void;
	/** Ends it at once, as a crash does; its plans are gone. */
	die: () => Promise<void>;
	/** Starts it again where it was. */
	revive: () => Promise<void>;
};

type Behavior = {
	version: string;
	key: string;
	mode: string;
	/** Told when a plan comes to its active part; the plan goes on once that is done, unless it is stopped before. */
	attack: () => Promise<void>;
	/** Problems that the plan has in its active part. */
	errors: string[];
	warnings: string[];
	/** Gives another answer, or "nothing" for none at all. */
	reply: (call: Call) => Reply | "nothing" | undefined;
};

export async function startZapDaemon(given: Partial<Behavior> = {}): Promise<ZapDaemon> {
	const behavior: Behavior = {
		...{ version: "2.17.0", key: "k3y", mode: "good", errors: [], warnings: [] },
		...{ attack: async () => {}, reply: () => undefined },
		...given,
	};
	const calls: Call[] = [];
	const plans = new Map<string, Plan>();
	let underWay = 0;
	let most = 0;
	function run(file: string): Reply {
		const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
		const plan: Plan = { info: [], warn: [...behavior.warnings], error: [], isOver: false, stop };
		const { errors, mode } = behavior;
		const play = playPlan(file, mode, {
			say: (line) => plan.info.push(line),
			attack: async () => {
				const isWhole = await Promise.race([behavior.attack().then(() => true), stopped.then(() => false)]);
				plan.error.push(...errors);
				return isWhole && errors.length === 0;
			},
		});
		const planId = String(plans.size);
		plans.set(planId, plan);
		// A report that cannot be written, as when its folder is gone, is one more error.
		void play
			.catch((error: Error) => plan.error.push(error.message))
			.finally(() => {
				plan.isOver = true;
			});
		return json({ planId });
	}

	function answer({ path, params, key }: Call): Reply | "nothing" {
		if (key !== behavior.key) return "nothing";
		const plan = plans.get(params.planId ?? "");
		switch (path) {
			case "/JSON/core/view/version/":
				return json({ version: behavior.version });
			case "/JSON/core/action/newSession/":
			case "/JSON/network/action/setDefaultUserAgent/":
				return OK;
			case "/JSON/automation/action/runPlan/":
				return run(params.filePath ?? "");
			case "/JSON/automation/action/stopPlan/":
				plan?.stop();
				return plan ? OK : problem("does_not_exist", "Does Not Exist");
			case "/JSON/automation/view/planProgress/": {
				if (!plan) return problem("does_not_exist", "Does Not Exist");
				const { info, warn, error, isOver } = plan;
				const finished = isOver ? { finished: "2026-01-01T00:00:01.000Z" } : {};
				return json({ planId: 0, started: "2026-01-01T00:00:00.000Z", ...finished, info, warn, error });
			}
			default:
				return problem("bad_action", "Bad Action");
		}
	}

	function handle(request: IncomingMessage, response: ServerResponse): void {
		const url = new URL(request.url ?? "/", "http://zap");
		const key = request.headers["x-zap-api-key"];
		const call = { path: url.pathname, params: Object.fromEntries(url.searchParams), key: key?.toString() };
		calls.push(call);
		most = Math.max(most, ++underWay);
		response.once("close", () => underWay--);
		const reply = behavior.reply(call) ?? answer(call);
		// ZAP says nothing to whoever has no key.
		if (reply === "nothing") return void (call.key === behavior.key || request.socket.destroy());
		response.writeHead(reply.status, { "content-type": "application/json; charset=UTF-8", ...reply.headers });
		response.end(reply.body);
	}

	const listen = async (port: number): Promise<Server> => {
		const server = createServer(handle).listen(port, "127.0.0.1");
		await once(server, "listening");
		return server;
	};
	let server = await listen(0);
	const { port } = server.address() as AddressInfo;
	return {
		...{ url: `http://127.0.0.1:${port}`, calls },
		mostAtOnce: () => most,
		set: (changed) => Object.assign(behavior, changed),
		async die() {
			plans.clear();
			server.close();
			server.closeAllConnections();
		},
		async revive() {
			server = await listen(port);
		},
	};
}
