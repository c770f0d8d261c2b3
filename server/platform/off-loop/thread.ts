import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";

/** A thread that needed more memory keeps it, so the next task gets a new thread. */
const KEPT_BYTES = 48_000_000;
function hasGrown(): boolean {
	const { total_heap_size: heap, external_memory: buffers } = getHeapStatistics();
	return heap + buffers > KEPT_BYTES;
}

const { TASKS } = await import(workerData.module);

parentPort?.on("message", async ({ task, given, isSilent }) => {
	if (isSilent) return void TASKS[task](...given);
	try {
		parentPort?.postMessage({ ok: true, value: await TASKS[task](...given), hasGrown: hasGrown() });
	} catch (error) {
		parentPort?.postMessage({ ok: false, error, hasGrown: hasGrown() });
	}
});
// The first message says that the thread is ready for tasks.
parentPort?.postMessage("ready");
