import { setTimeout as pause } from "node:timers/promises";
import type { Postgres } from "./postgres.ts";
import type { Random } from "./random.ts";
import type { SmtpMode } from "./smtp.ts";
import type { System } from "./system.ts";
import { FAULT_TIMINGS } from "./timings.ts";

/** Does harm and undoes it; recovering is up to the system. False if there was nothing to harm. */
export type Fault = (system: System, random: Random) => Promise<boolean>;

const HOUR_MS = 3_600_000;
/** How long lasting faults are kept up, in milliseconds; a minute or an hour if the command asks for it. */
export type Durations = { readOnlyMs: number; smtpMs: number; diskMs: number };

const smtp =
	(mode: SmtpMode, ms: number): Fault =>
	async (system) => {
		await system.smtp.set(mode);
		await pause(ms);
		await system.smtp.set("up");
		return true;
	};

const kill =
	(of: "apis" | "workers"): Fault =>
	async (system, random) => {
		await random.pick(system[of]).kill9();
		return true;
	};

/** Moves the times stored in the database instead of its clock, for machines where no clock can be moved. */
const shiftDatabase =
	(by: "+" | "-"): Fault =>
	async ({ postgres }) => {
		await postgres.ask(
			`UPDATE scans SET queued_at = queued_at ${by} interval '3 hours', heartbeat_at = heartbeat_at ${by} interval '3 hours'
			 WHERE status IN ('pending', 'running')`,
		);
		return true;
	};

/** Seconds that each database's clock is permanently ahead of this machine's: there is no way back (see below). */
const ahead = new WeakMap<Postgres, number>();

/**
 * Moves the database's clock itself. A long jump ahead stays: after a jump back, what was queued before waits until the clock has caught
 * up, and a run can only wait for that if it takes seconds.
 */
const moveClock =
	(seconds: number, forMs?: number): Fault =>
	async ({ postgres }) => {
		if (!postgres.setClock) return false;
		const before = ahead.get(postgres) ?? 0;
		await postgres.setClock(before + seconds);
		if (forMs === undefined) {
			ahead.set(postgres, before + seconds);
		} else {
			await pause(forMs);
			await postgres.setClock(before);
		}
		return true;
	};

export const kills = {
	"API process killed": kill("apis"),
	"worker killed": kill("workers"),
	"scan tool killed": async ({ workers }, random) => {
		const first = random.upTo(workers.length);
		for (let look = 0; look < 100; look++) {
			if (workers.some((_, index) => workers[(first + index) % workers.length]?.killChild())) return true;
			await pause(100);
		}
		return false;
	},
} satisfies Record<string, Fault>;

export const otherFaults = ({ readOnlyMs, smtpMs, diskMs }: Durations) =>
	({
		"PostgreSQL restarted": async ({ postgres }) => {
			await postgres.restart("fast");
			return true;
		},
		"PostgreSQL crashed": async ({ postgres }) => {
			await postgres.restart("immediate");
			return true;
		},
		"all connections ended, three times": async ({ postgres }) => {
			for (let time = 0; time < 3; time++) {
				await postgres.cutConnections();
				await pause(100);
			}
			return true;
		},
		"network to the database cut": async ({ apis, workers }, random) => {
			random.pick([...apis, ...workers]).wire.cut();
			return true;
		},
		"network silent past the lease": async ({ workers }, random) => {
			const { wire } = random.pick(workers);
			wire.setSilent(true);
			await pause(1.5 * FAULT_TIMINGS.silenceMs);
			// What was lost in transit stays lost.
			wire.cut();
			wire.setSilent(false);
			return true;
		},
		"database read-only": async ({ postgres }) => {
			await postgres.setReadOnly(true);
			await pause(readOnlyMs);
			await postgres.setReadOnly(false);
			return true;
		},
		"database's disk full": async ({ disk, postgres }) => {
			if (!disk) return false;
			disk.fill();
			await pause(diskMs);
			disk.free();
			await postgres.ensureRunning();
			return true;
		},
		"worker frozen past its lease": async ({ workers }, random) => {
			const frozen = random.pick(workers);
			frozen.freeze();
			await pause(1.5 * FAULT_TIMINGS.silenceMs);
			frozen.thaw();
			return true;
		},
		"API process frozen": async ({ apis }, random) => {
			const frozen = random.pick(apis);
			frozen.freeze();
			await pause(FAULT_TIMINGS.silenceMs);
			frozen.thaw();
			return true;
		},
		"mail server down": smtp("down", smtpMs),
		"mail server hangs": smtp("hang", smtpMs),
		"mail server answers 451": smtp("busy", smtpMs),
		"mail server answers 550": smtp("refuse", smtpMs),
		"mail kept, answer lost": smtp("lose-answer", smtpMs),
		"mail kept, cut after the answer": smtp("cut-after-answer", smtpMs),
		"processes' clocks 6 hours ahead, then 6 behind": async ({ apis, workers }) => {
			for (const hours of [6, -6, 0]) {
				for (const each of [...apis, ...workers]) each.setClock(hours * HOUR_MS);
				await pause(500);
			}
			return true;
		},
		"database's clock 3 hours ahead (stored times moved)": shiftDatabase("-"),
		"database's clock 3 hours behind (stored times moved)": shiftDatabase("+"),
		"database's clock 3 hours ahead for good": moveClock(10_800),
		"database's clock 3 hours behind for 3 s": moveClock(-10_800, 3_000),
		"database's clock 10 s ahead for 3 s": moveClock(10, 3_000),
	}) satisfies Record<string, Fault>;
