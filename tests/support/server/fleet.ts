import { startEmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { freePort, freePortPair } from "../free-ports.ts";
import { until } from "../until.ts";
import { type Front, startFront } from "./front.ts";
import { endInOrder, newVarDir, type Plumbline, startPlumbline } from "./plumbline.ts";

/** Several processes of the product on one database, and a front that spreads requests over its API processes. */
export type Fleet = {
	front: Front;
	apis: Plumbline[];
	workers: Plumbline[];
	practicePort: number;
	/** Starts a new process in place of the one at this index, which ends when the new one is ready to take over. */
	replace(role: "apis" | "workers", index: number): Promise<void>;
	stop(): Promise<void>;
};

type FleetOptions = {
	databaseUrl: string;
	ownerUrl?: string;
	apis: number;
	workers: number;
	env?: Record<string, string>;
};

/** Starts all processes at once, as a cluster would after a power cut. */
export async function startFleet({ databaseUrl, ownerUrl, apis, workers, env = {} }: FleetOptions): Promise<Fleet> {
	const [front, freePair] = await Promise.all([startFront(), freePortPair()]);
	const practicePort = Number(env.PRACTICE_PORT ?? freePair);
	// One for all of them: the workers share this machine's ports.
	const practice = await startPractice({ httpPort: practicePort, httpsPort: practicePort + 1 });
	const settings = {
		DATABASE_URL: databaseUrl,
		...(ownerUrl && { DATABASE_OWNER_URL: ownerUrl }),
		PUBLIC_URL: front.url,
		PRACTICE_TARGET: "off",
		SCAN_ALLOW: `localhost:${practicePort},localhost:${practicePort + 1}`,
		...env,
	};
	const startOne = async (role: "apis" | "workers") => {
		const started = await startPlumbline({
			...settings,
			ROLE: role === "apis" ? "api" : "worker",
			PORT: String(await freePort()),
		});
		if (role === "apis") front.backends.add(started.listening);
		return started;
	};
	const many = (role: "apis" | "workers", count: number) =>
		Promise.all(Array.from({ length: count }, () => startOne(role)));
	const [startedApis, startedWorkers] = await Promise.all([many("apis", apis), many("workers", workers)]);
	await until(async () => front.ready.size === apis, "the front has found the API processes");
	const fleet: Fleet = {
		front,
		apis: startedApis,
		workers: startedWorkers,
		practicePort,
		async replace(role, index) {
			const old = fleet[role][index];
			if (!old) throw new Error(`There is no number ${index} of the ${role}`);
			fleet[role][index] = await startOne(role);
			await endInOrder(old);
			front.backends.delete(old.listening);
		},
		async stop() {
			await Promise.all([...fleet.apis, ...fleet.workers].map((member) => member.stop()));
			await Promise.all([front.close(), practice.close()]);
		},
	};
	return fleet;
}

/** Two processes that answer and three that run jobs, with their database, in the shape of a single server. */
export async function startManyAsOne(env: Record<string, string> = {}): Promise<Plumbline & { practicePort: number }> {
	const varDir = env.VAR_DIR ?? (await newVarDir());
	const database = await startEmbeddedDatabase(varDir);
	const fleet = await startFleet({
		databaseUrl: database.url,
		ownerUrl: database.ownerUrl,
		apis: 2,
		workers: 3,
		// Each has its own directory; this one is the database's.
		env: Object.fromEntries(Object.entries(env).filter(([name]) => name !== "VAR_DIR")),
	});
	const { front, practicePort } = fleet;
	const members = () => [...fleet.apis, ...fleet.workers];
	return {
		url: front.url,
		listening: front.url,
		varDir,
		practicePort,
		output: () =>
			members()
				.map((member) => member.output())
				.join(""),
		async stop() {
			await fleet.stop();
			await database.stop();
			return 0;
		},
		async kill9() {
			await Promise.all(members().map((member) => member.kill9()));
			await fleet.stop();
			await database.stop();
		},
	};
}
