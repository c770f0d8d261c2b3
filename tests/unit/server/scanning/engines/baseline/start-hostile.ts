import { afterEach } from "vitest";
import { startHostile } from "#tests/support/engines/hostile-target.ts";

/** Closed when the test has ended. A test that closes one itself removes it from here. */
export const running: { close: () => Promise<void> }[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map((server) => server.close()));
});

/** Starts a misbehaving target. */
export async function start(behavior: Parameters<typeof startHostile>[0]): ReturnType<typeof startHostile> {
	const server = await startHostile(behavior);
	running.push(server);
	return server;
}
