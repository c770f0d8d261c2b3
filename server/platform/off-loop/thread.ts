import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";

/** A thread that needed more memory than this for its tasks keeps it, so the next task gets a new thread. */
const KEPT_BYTES = 24_000_000;
function usedBytes(): number {
	const { total_heap_size: heap, external_memory: buffers } = getHeapStatistics();
	return heap + buffers;
}

const { TASKS } = await import(workerData.module);

/** What the tasks' code takes does not count: a limit below it would end the thread after each task. */
const loadedBytes = usedBytes();
const hasGrown = () => usedBytes() - loadedBytes > KEPT_BYTES;

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
