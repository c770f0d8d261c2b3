import { type Duplex, Transform } from "node:stream";

/** `isSilent`: the client said something, and the target has said nothing so far. */
type Relay = { isSilent: () => boolean };

/**
 * Passes bytes both ways. They are encrypted, so requests cannot be counted. Instead, each time the client sends something after the
 * target has sent something counts as one, which over HTTP/1.1 is a request.
 *
 * What a side sends before it ends is passed on before its end is, however long its turn takes.
 */
export function relay(client: Duplex, remote: Duplex, pace: () => Promise<boolean>, mostBytes: number): Relay {
	let [sent, received] = [0, 0];
	let mayTalk = false;
	const end = () => {
		client.destroy();
		remote.destroy();
	};
	const outward = new Transform({
		async transform(chunk: Buffer, _encoding, pass) {
			sent += chunk.length;
			if (sent > mostBytes) return end();
			if (!mayTalk) {
				mayTalk = true;
				if (!(await pace())) return end();
			}
			pass(null, chunk);
		},
	});
	const inward = new Transform({
		transform(chunk: Buffer, _encoding, pass) {
			received += chunk.length;
			if (received > mostBytes) return end();
			mayTalk = false;
			pass(null, chunk);
		},
	});
	client.pipe(outward).pipe(remote);
	remote.pipe(inward).pipe(client);
	return { isSilent: () => sent > 0 && received === 0 };
}
