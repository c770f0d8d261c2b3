import { setTimeout as pause } from "node:timers/promises";
import { until } from "../support/until.ts";
import { check, type Findings, unfinished } from "./check.ts";
import { createCostlySender } from "./costly-sender.ts";
import type { Fault } from "./faults.ts";
import type { Random } from "./random.ts";
import { createSender } from "./sender.ts";
import type { System } from "./system.ts";

/** How long after a fault it took until a new request had its receipt, and until its scan had ended, in milliseconds. */
export type Recovery = { fault: string; acceptedMs: number; endedMs: number };

export type Result = Findings & {
	faults: number;
	submissions: number;
	resent: number;
	/** Requests with files, and how many of them were sent again. */
	costly: { done: number; resent: number };
	recoveries: Recovery[];
	/** Processes that ended without having been killed. */
	crashes: string[];
	/** Starts that ended because the database was away, and were tried again. */
	failedStarts: number;
	/** From the last fault until nothing was left to do. */
	drainedMs: number;
};

const MOST_UNFINISHED = 12;

/** Injects these faults one after another while requests keep coming, waits until everything is done, and checks the outcome. */
export async function runFaults(
	system: System,
	faults: readonly { name: string; fault: Fault }[],
	random: Random,
	say: (text: string) => void,
): Promise<Result> {
	const { postgres, apis, workers } = system;
	const sender = createSender(system, random);
	// A busy machine must not pile up work that would distort the next fault's measurement.
	const hasRoom = () =>
		unfinished(postgres)
			.catch(() => [])
			.then(({ length }) => length + sender.sent() - sender.accepted.length < MOST_UNFINISHED);
	const costly = await createCostlySender(system, system.costly, random);
	const stopSending = sender.keepSending(600, hasRoom);
	const stopCosting = costly.keepSending();
	const recoveries: Recovery[] = [];
	let injected = 0;
	for (const { name, fault } of faults) {
		await pause(random.upTo(600));
		if (!(await fault(system, random))) {
			say(`${name}: nothing to harm`);
			continue;
		}
		injected += 1;
		const over = performance.now();
		const { scanId } = await sender.submit();
		const acceptedMs = performance.now() - over;
		await until(async () => {
			const rows = await postgres
				.ask("SELECT 1 FROM scans WHERE id = $1 AND status IN ('completed', 'failed')", [scanId])
				.catch(() => []);
			return rows.length > 0;
		}, `a scan ends after: ${name}`);
		const endedMs = performance.now() - over;
		recoveries.push({ fault: name, acceptedMs, endedMs });
		say(`${name}: accepted after ${Math.round(acceptedMs)} ms, ended after ${Math.round(endedMs)} ms`);
	}
	const last = performance.now();
	await Promise.all([stopSending(), stopCosting()]);
	let left: string[] = [];
	await until(async () => {
		const now = await unfinished(postgres);
		if (now.length !== left.length) say(`${now.length} still to end or to be mailed`);
		left = now;
		return left.length === 0;
	}, "every scan has ended and every mail is sent").catch((error: Error) => say(error.message));
	// Jobs that end just after their effect.
	await until(async () => {
		const jobs = await postgres.ask(
			"SELECT 1 FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND (name = 'mail' OR name LIKE 'scan%')",
		);
		return jobs.length === 0;
	}, "no job is left").catch((error: Error) => say(error.message));
	const drainedMs = performance.now() - last;
	const crashes = [...apis, ...workers].flatMap((each) => each.crashes);
	const orphans = (await Promise.all(workers.map((each) => each.orphans()))).flat();
	const findings = await check(postgres, system.smtp, sender.accepted, costly.owners);
	const costlyWrong = [...costly.wrong, ...(await costly.check())];
	return {
		...findings,
		wrong: [...findings.wrong, ...sender.wrong, ...costlyWrong, ...crashes, ...orphans],
		costly: { done: costly.done(), resent: costly.resent() },
		faults: injected,
		submissions: sender.sent(),
		resent: sender.resent(),
		recoveries,
		crashes,
		failedStarts: [...apis, ...workers].reduce((sum, each) => sum + each.failedStarts(), 0),
		drainedMs,
	};
}
