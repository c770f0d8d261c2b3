import { afterAll } from "vitest";

const tasks: (() => Promise<unknown>)[] = [];

afterAll(async () => {
	for (const task of tasks.reverse()) await task();
}, 30_000);

/** Runs `task` when all tests in the file are done, newest first. Unlike afterAll it may be called inside a test. */
export function afterFile(task: () => Promise<unknown>): void {
	tasks.push(task);
}
