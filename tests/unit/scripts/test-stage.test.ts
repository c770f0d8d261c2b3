import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createStage } from "../../../scripts/test-stage.ts";

/** A stage, what is seen of it, and a way to run a line of JavaScript on it. */
function openStage() {
	let seen = "";
	const stage = createStage({ write: (chunk) => (seen += chunk) });
	const play = (title: string, script: string) =>
		stage.run(title, process.execPath, ["-e", script], process.env, (status) => `${title} ended with ${status}\n`);
	return { play, seen: () => seen };
}

test("programs that run side by side are shown one after another, each whole, in the order in which they began", async () => {
	const { play, seen } = openStage();
	// The first ends when this server answers it: after the others.
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const asked = once(server, "request");
	const first = play("first", `console.log("a"); fetch("http://127.0.0.1:${port}").then(() => console.log("z"))`);
	const [, answer] = await asked;
	const second = play("second", "console.log('b'); console.error('c'); process.exitCode = 3");
	expect(await second).toBe(false);
	expect(seen()).not.toContain("second");
	const third = play("third", "console.log('d')");
	expect(await third).toBe(true);
	expect(seen()).not.toContain("third");
	answer.end();
	expect(await first).toBe(true);
	server.close();
	expect(seen()).toMatch(
		/── first\na\nz\nfirst ended with 0\n\n── second\n(b\nc|c\nb)\nsecond ended with 3\n\n── third\nd\nthird ended with 0\n$/,
	);
});
