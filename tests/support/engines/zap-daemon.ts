import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BROWSER, playPlan } from "./play-plan.ts";
import { type Plan, readPlan } from "./read-plan.ts";
import { ACTIVE_RULES, PASSIVE_RULES, type ZapMemory } from "./zap-alerts.ts";

type Call = { path: string; params: Record<string, string>; key: string | undefined };
type Reply = { status: number; headers?: Record<string, string>; body: string };
type Run = {
	info: string[];
	warn: string[];
	error: string[];
	isOver: boolean;
	isStopped: boolean;
	begin: () => void;
	stop: () => void;
};

const json = (body: unknown, status = 200): Reply => ({ status, body: JSON.stringify(body) });
const OK = json({ Result: "OK" });
const problem = (code: string, message = "", status = 400) => json({ code, message }, status);

/** A server that speaks ZAP's API the way a real 2.17.0 was seen to, for the calls that we make. */
export type ZapDaemon = {
	url: string;
	/** Every call, in order. */
	calls: Call[];
	/** What it has written into its log: a warning with a stack trace for each call that it refused. */
	log: string[];
	/** What it keeps until it is restarted. */
	memory: ZapMemory;
	/** The most calls in progress at the same moment. */
	mostAtOnce: () => number;
	/** How it behaves from now on. */
	set: (behavior: Partial<Behavior>) => void;
	/** Ends it immediately, as a crash does; its plans are gone. */
	die: () => Promise<void>;
	/** Starts it again where it was. */
	revive: () => Promise<void>;
};

type Behavior = {
	version: string;
	key: string;
	mode: string;
	/** Called when a plan reaches its active part; the plan continues once that is done, unless it is stopped before. */
	attack: () => Promise<void>;
	/** Problems that the plan has in its active part. */
	errors: string[];
	warnings: string[];
	/** Its add-ons and their versions. */
	addOns: Record<string, string>;
	/** How far the active part is, in percent. */
	attacked: number;
	/** Whether views need no key. */
	openViews: boolean;
	/** Active rules of its default policy that are off, by their numbers. An automation plan does not use that policy. */
	offInPolicy: string[];
	/** Gives another answer, or "nothing" for none at all. */
	reply: (call: Call) => Reply | "nothing" | undefined;
};

/** Those that it comes with, and their versions. */
export const ADD_ONS = {
	automation: "0.58.0",
	network: "0.25.0",
	pscan: "0.6.0",
	pscanrules: "70",
	ascanrules: "78",
	spider: "0.18.0",
	reports: "0.43.0",
};
/** As it starts: nothing of this is stored. */
const fresh = (): ZapMemory => ({ off: new Set(), systemicLimit: 5, pages: 1, plans: 0 });

export async function startZapDaemon(given: Partial<Behavior> = {}): Promise<ZapDaemon> {
	const behavior: Behavior = {
		version: "2.17.0",
		key: "k3y",
		mode: "good",
		errors: [],
		warnings: [],
		attack: async () => {},
		reply: () => undefined,
		addOns: ADD_ONS,
		offInPolicy: [],
		attacked: 0,
		openViews: false,
		...given,
	};
	const memory = fresh();
	const log: string[] = [];
	let sessions = 0;
	const calls: Call[] = [];
	const runs = new Map<string, Run>();
	let userAgent = BROWSER;
	let underWay = 0;
	let most = 0;

	function run(file: string): Reply {
		let plan: Plan;
		try {
			plan = readPlan(file);
		} catch (error) {
			const isMissing = error instanceof Error && "code" in error;
			return isMissing ? problem("does_not_exist", file) : problem("internal_error", "Internal Error", 500);
		}
		const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
		const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
		const info = plan.jobs.flatMap((job) =>
			Object.entries(job.parameters).map(([name, value]) => `Job ${job.type} set ${name} = ${value}`),
		);
		const one: Run = { info, warn: [...behavior.warnings], error: [], isOver: false, isStopped: false, begin, stop };
		const { errors, mode } = behavior;
		const play = async () => {
			// The answer to `runPlan` goes out before the plan starts, and complaints about its parameters are lost with it.
			await begun;
			one.info = [];
			const session = sessions;
			await playPlan(plan, mode, {
				say: (line) => one.info.push(line),
				userAgent,
				attack: async () => {
					const isWhole = await Promise.race([behavior.attack().then(() => true), stopped.then(() => false)]);
					one.error.push(...errors);
					return isWhole && errors.length === 0;
				},
				isStopped: () => one.isStopped,
				memory,
				isSessionLost: () => sessions !== session,
			});
		};
		const planId = String(runs.size);
		runs.set(planId, one);
		// A report that cannot be written, for example because its folder is gone, is one more error.
		void play()
			.catch((error: Error) => one.error.push(error.message))
			.finally(() => {
				one.isOver = true;
			});
		return json({ planId });
	}

	function answer({ path, params, key }: Call): Reply | "nothing" {
		if (key !== behavior.key && !(behavior.openViews && path.includes("/view/"))) return "nothing";
		if (path.includes("/automation/") && !("automation" in behavior.addOns)) return problem("no_implementor");
		const one = runs.get(params.planId ?? "");
		switch (path) {
			case "/JSON/core/view/version/":
				return json({ version: behavior.version });
			case "/JSON/stats/action/clearStats/":
				return OK;
			case "/JSON/core/action/newSession/":
				sessions++;
				return OK;
			case "/JSON/autoupdate/view/installedAddons/":
				return json({
					installedAddons: Object.entries(behavior.addOns).map(([id, version]) => ({
						id,
						version,
						mandatory: "false",
					})),
				});
			case "/JSON/spider/view/scans/":
				return json({ scans: [{ progress: "100", id: "0", state: "FINISHED" }] });
			case "/JSON/pscan/view/recordsToScan/":
				return json({ recordsToScan: "0" });
			case "/JSON/ascan/view/scans/": {
				const scan = (id: string, progress: number) => ({
					reqCount: "7",
					alertCount: "0",
					newAlertCount: "0",
					progress: String(progress),
					id,
					state: "RUNNING",
				});
				return json({ scans: [scan("9", 100), scan("10", behavior.attacked)] });
			}
			case "/JSON/pscan/view/scanners/":
				return rules(PASSIVE_RULES, (id) => memory.off.has(id));
			case "/JSON/ascan/view/scanners/":
				return rules("ascanrules" in behavior.addOns ? ACTIVE_RULES : [], (id) => behavior.offInPolicy.includes(id));
			case "/JSON/network/action/setDefaultUserAgent/":
				userAgent = params.userAgent ?? "";
				return OK;
			case "/JSON/automation/action/runPlan/":
				return run(params.filePath ?? "");
			case "/JSON/automation/action/stopPlan/":
				if (!one) return problem("does_not_exist", "Does Not Exist");
				one.isStopped = true;
				one.begin();
				one.stop();
				return OK;
			case "/JSON/automation/view/planProgress/": {
				if (!one) return problem("does_not_exist", "Does Not Exist");
				const { info, warn, error, isOver, begin } = one;
				begin();
				const finished = isOver ? "2026-01-01T00:00:01.000Z" : "";
				return json({ planId: params.planId, started: "2026-01-01T00:00:00.000Z", finished, info, warn, error });
			}
			default:
				return problem("bad_action", "Bad Action");
		}
	}

	const rules = (all: typeof PASSIVE_RULES, isOff: (id: string) => boolean): Reply =>
		json({
			scanners: all.map(({ id, name }) => ({
				id,
				name,
				enabled: String(!isOff(id)),
				alertThreshold: "DEFAULT",
				quality: "release",
				status: "release",
			})),
		});

	function handle(request: IncomingMessage, response: ServerResponse): void {
		const url = new URL(request.url ?? "/", "http://zap");
		const key = request.headers["x-zap-api-key"];
		const call = { path: url.pathname, params: Object.fromEntries(url.searchParams), key: key?.toString() };
		calls.push(call);
		most = Math.max(most, ++underWay);
		response.once("close", () => underWay--);
		const reply = behavior.reply(call) ?? answer(call);
		// ZAP does not answer a client without the key.
		if (reply === "nothing") return void (call.key === behavior.key || request.socket.destroy());
		if (reply.status >= 400)
			log.push(`WARN  API - Bad request to API endpoint [${call.path}]: org.zaproxy.zap.extension.api.ApiException`);
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
		url: `http://127.0.0.1:${port}`,
		calls,
		log,
		memory,
		mostAtOnce: () => most,
		set: (changed) => Object.assign(behavior, changed),
		async die() {
			for (const one of runs.values()) one.isStopped = true;
			runs.clear();
			Object.assign(memory, fresh(), { pages: memory.pages, systemicLimit: memory.systemicLimit });
			server.close();
			server.closeAllConnections();
		},
		async revive() {
			server = await listen(port);
		},
	};
}
