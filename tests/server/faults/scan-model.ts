// What the server is supposed to hold, as a pure model: written from the text of docs and contract, without the code of
// server/scanning/targets. Every operation gives an answer and the next state.

type Asker = "visitor" | "ada";
/** `ada`: a report to Ada's address, whoever requested it. */
type Mailbox = "ada" | "stranger";

type ModelScan = {
	owner: Asker | "nobody";
	mailbox: Mailbox;
	status: "pending" | "running" | "completed" | "failed";
	attempts: number;
	/** The run that holds it. */
	run: number | undefined;
	progress: number;
	cancelAsked: boolean;
	failure: string | undefined;
	client: string;
	adopted: boolean;
	merged: boolean;
	timeline: string[];
	mails: number;
	runsQueued: number;
};

export type Model = {
	/** In the order of acceptance; undefined once deleted. */
	scans: (ModelScan | undefined)[];
	/** By requester and key: which body was accepted as which scan. */
	keys: ReadonlyMap<string, { body: number; scan: number }>;
	/** How many runs there have been; each has a number. */
	runs: number;
	/** Which scan a run is for. */
	runOf: readonly number[];
};

export type Operation =
	| { do: "accept"; as: Asker; key: number; body: number; client: string }
	| { do: "lease"; scan: number }
	| { do: "beat"; run: number; progress: number }
	| { do: "complete" | "fail" | "release"; run: number }
	/** `late`: the last heartbeat was long ago. */
	| { do: "sweep"; scan: number; late: boolean }
	| { do: "requeue"; scan: number; hasJob: boolean }
	| { do: "cancel" | "delete"; scan: number }
	/** Its retention period is over. */
	| { do: "expire"; scan: number }
	/** Ada's address is confirmed again: the free scans of her address become hers. */
	| { do: "adopt" };

/** `scan`: the scan that a receipt is for. */
export type Answer = { says: string; scan?: number };

export const EMPTY: Model = { scans: [], keys: new Map(), runs: 0, runOf: [] };

/** Bodies that are requested, and whose mailbox each names. */
export const BODIES: readonly { target: string; mailbox: Mailbox }[] = [
	{ target: "example.com", mailbox: "ada" },
	{ target: "example.org", mailbox: "stranger" },
];

export function step(model: Model, operation: Operation): { model: Model; answer: Answer } {
	switch (operation.do) {
		case "accept":
			return accept(model, operation);
		case "adopt":
			return { model: { ...model, scans: model.scans.map((scan) => scan && adopt(scan)) }, answer: { says: "done" } };
		case "beat":
		case "complete":
		case "fail":
		case "release": {
			const scan = model.runOf[operation.run] ?? 0;
			return change(model, scan, (held) => (held.run === operation.run ? endOrBeat(held, operation) : "not-yours"));
		}
		case "lease": {
			const run = model.runs;
			const moved = change(model, operation.scan, (scan) =>
				scan.status === "pending" ? begin(scan, run) : "not-pending",
			);
			return { ...moved, model: { ...moved.model, runs: run + 1, runOf: [...model.runOf, operation.scan] } };
		}
		case "sweep":
			return change(model, operation.scan, (scan) => {
				if (scan.status !== "running" || !operation.late) return "still-alive";
				if (scan.cancelAsked) return end(scan, "cancelled");
				return scan.attempts < 2 ? queueAgain(scan) : end(scan, "interrupted");
			});
		case "requeue":
			return change(model, operation.scan, (scan) =>
				scan.status === "pending"
					? { ...scan, runsQueued: scan.runsQueued + (operation.hasJob ? 0 : 1) }
					: "not-pending",
			);
		case "cancel":
			return change(
				model,
				operation.scan,
				(scan) => {
					if (scan.owner !== "ada") return "404";
					if (scan.status === "pending") return end(scan, "cancelled");
					return scan.status === "running" ? { ...scan, cancelAsked: true } : "409";
				},
				"404",
			);
		case "delete":
			return change(
				model,
				operation.scan,
				(scan) => {
					if (scan.owner !== "ada") return "404";
					return isOver(scan) ? "gone" : "409";
				},
				"404",
			);
		case "expire":
			return change(model, operation.scan, (scan) => (scan.owner === "visitor" ? "gone" : "kept"), "kept");
	}
}

function accept(
	model: Model,
	{ as, key, body, client }: Extract<Operation, { do: "accept" }>,
): ReturnType<typeof step> {
	const name = `${as} ${key}`;
	const labels = as === "ada" ? client : "";
	const known = model.keys.get(name);
	if (known && known.body !== body) return { model, answer: { says: "422" } };
	if (known) {
		const scans = model.scans.with(known.scan, relabel(model.scans[known.scan], labels));
		return { model: { ...model, scans }, answer: { says: "202", scan: known.scan } };
	}
	const scan: ModelScan = {
		owner: as,
		mailbox: BODIES[body]?.mailbox ?? "stranger",
		status: "pending",
		attempts: 0,
		run: undefined,
		progress: 0,
		cancelAsked: false,
		failure: undefined,
		client: labels,
		adopted: false,
		merged: false,
		timeline: ["accepted"],
		mails: 0,
		runsQueued: 1,
	};
	const index = model.scans.length;
	const keys = new Map([...model.keys, [name, { body, scan: index }]]);
	return { model: { ...model, scans: [...model.scans, scan], keys }, answer: { says: "202", scan: index } };
}

/** A repeat that names the scan's client may change that (record 70), unless a stranger requested the scan. */
const relabel = (scan: ModelScan | undefined, client: string): ModelScan | undefined =>
	scan && client !== "" && scan.owner === "ada" && !scan.adopted ? { ...scan, client } : scan;

function adopt(scan: ModelScan): ModelScan {
	if (scan.owner !== "visitor" || scan.mailbox !== "ada") return scan;
	return { ...scan, owner: "ada", adopted: true, merged: scan.status === "completed" };
}

const isOver = ({ status }: ModelScan) => status === "completed" || status === "failed";

const begin = (scan: ModelScan, run: number): ModelScan => ({
	...scan,
	status: "running",
	run,
	attempts: scan.attempts + 1,
	progress: 0,
	timeline: [...scan.timeline, "started"],
});

const queueAgain = (scan: ModelScan): ModelScan => ({
	...scan,
	status: "pending",
	run: undefined,
	cancelAsked: false,
	runsQueued: scan.runsQueued + 1,
	timeline: [...scan.timeline, "taken-back"],
});

const end = (scan: ModelScan, failure: string | undefined): ModelScan => ({
	...scan,
	status: failure === undefined ? "completed" : "failed",
	run: undefined,
	cancelAsked: false,
	failure,
	merged: scan.merged || (failure === undefined && scan.owner === "ada"),
	mails: scan.mails + (failure === "cancelled" ? 0 : 1),
	timeline: [...scan.timeline, failure === undefined ? "completed" : failure === "cancelled" ? "cancelled" : "failed"],
});

function endOrBeat(scan: ModelScan, operation: Extract<Operation, { run: number }>): ModelScan {
	switch (operation.do) {
		case "beat":
			return { ...scan, progress: Math.max(scan.progress, operation.progress) };
		case "complete":
			return end(scan, undefined);
		case "fail":
			return end(scan, "unreachable");
		case "release":
			return scan.cancelAsked ? end(scan, "cancelled") : queueAgain({ ...scan, attempts: scan.attempts - 1 });
	}
}

/** Moves one scan, or returns why not. `missing`: the answer if it was deleted. */
function change(
	model: Model,
	index: number,
	move: (scan: ModelScan) => ModelScan | string,
	missing = "gone",
): ReturnType<typeof step> {
	const scan = model.scans[index];
	if (!scan) return { model, answer: { says: missing } };
	const moved = move(scan);
	if (moved === "gone")
		return { model: { ...model, scans: model.scans.with(index, undefined) }, answer: { says: "done" } };
	if (typeof moved === "string") return { model, answer: { says: moved } };
	return { model: { ...model, scans: model.scans.with(index, moved) }, answer: { says: "done" } };
}
