import { setTimeout as delay } from "node:timers/promises";

const POLITE_MS = 1_500;
const KILLED_MS = 1_500;
const LOOK_EVERY_MS = 20;

/** Asks a process group to end, then kills it. Resolves when nothing of it is left, within five seconds. */
export async function endGroup(leader: number | undefined): Promise<void> {
	if (leader === undefined) return;
	if (!send(leader, "SIGTERM")) return;
	if (await isGone(leader, POLITE_MS)) return;
	send(leader, "SIGKILL");
	await isGone(leader, KILLED_MS);
}

async function isGone(leader: number, withinMs: number): Promise<boolean> {
	for (let waited = 0; waited < withinMs; waited += LOOK_EVERY_MS) {
		if (!send(leader, 0)) return true;
		await delay(LOOK_EVERY_MS);
	}
	return false;
}

/** False if the group has no members anymore. */
function send(leader: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-leader, signal);
		return true;
	} catch (error) {
		// EPERM: macOS returns it for a group whose only member is a zombie.
		return error instanceof Error && "code" in error && error.code !== "ESRCH" && error.code !== "EPERM";
	}
}
