import { progressLine, type StepState } from "./step-state.ts";

/** Where a run reports its progress. */
export type Board = {
	/** A step has started: show its progress from now on. */
	open(title: string, state: () => StepState): { close(lastLine: string): void };
	/** Prints a permanent line. */
	say(text: string): void;
	close(): void;
};

type Out = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

/** On a terminal the last lines count up; elsewhere each running step gets a line twice a minute. */
const TICK_MS = { terminal: 1_000, log: 30_000 };
const CLEAR_LINE = "\r\u001b[2K";
const LINE_UP = "\u001b[1A";

export function createBoard(out: Out, now: () => number = Date.now): Board {
	const steps = new Map<string, { since: number; state: () => StepState }>();
	/** How many progress lines are at the bottom of the terminal. */
	let standing = 0;

	const lines = () =>
		[...steps].map(([title, { since, state }]) => `   … ${progressLine(title, state(), { since, now: now() })}`);

	function wipe(): void {
		if (standing > 0) out.write(CLEAR_LINE + (LINE_UP + CLEAR_LINE).repeat(standing - 1));
		standing = 0;
	}

	function draw(): void {
		if (!out.isTTY) return;
		wipe();
		const shown = lines().map((line) => line.slice(0, (out.columns || 80) - 1));
		out.write(shown.join("\n"));
		standing = shown.length;
	}

	function say(text: string): void {
		wipe();
		if (text !== "") out.write(`${text}\n`);
		draw();
	}

	const timer = setInterval(
		() => {
			if (out.isTTY) draw();
			else for (const line of lines()) out.write(`${line}\n`);
		},
		out.isTTY ? TICK_MS.terminal : TICK_MS.log,
	);

	return {
		open(title, state) {
			steps.set(title, { since: now(), state });
			if (out.isTTY) draw();
			else out.write(`   … ${title}\n`);
			return {
				close(lastLine) {
					steps.delete(title);
					say(lastLine);
				},
			};
		},
		say,
		close() {
			clearInterval(timer);
			wipe();
		},
	};
}
