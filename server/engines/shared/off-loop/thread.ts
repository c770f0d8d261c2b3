import { parentPort, workerData } from "node:worker_threads";

const { TASKS } = await import(workerData.module);

parentPort?.on("message", async ({ task, given, isSilent }) => {
	if (isSilent) return void TASKS[task](...given);
	try {
		parentPort?.postMessage({ ok: true, value: await TASKS[task](...given) });
	} catch (error) {
		parentPort?.postMessage({ ok: false, error });
	}
});
// The first message says that the thread is ready for tasks.
parentPort?.postMessage("ready");
