import { type AddressInfo, connect, createServer } from "node:net";

/** A line to a server that breaks again and again. */
export type CuttingLine = {
	url: string;
	/** Sets where it leads. The server behind it may only be known after this line's own address. */
	leadTo(port: number): void;
	/** Bytes sent over it so far, including request headers. */
	sent(): number;
	close(): Promise<void>;
};

/** Every connection is cut, both ways, once `cutAfter` bytes have gone up on it. */
export async function startCuttingLine(host: string, cutAfter: number): Promise<CuttingLine> {
	let sent = 0;
	let port = 0;
	const server = createServer((device) => {
		const far = connect(port, "127.0.0.1");
		let passed = 0;
		const end = () => {
			device.destroy();
			far.destroy();
		};
		device.on("data", (bytes: Buffer) => {
			const room = bytes.subarray(0, cutAfter - passed);
			passed += room.length;
			sent += room.length;
			// The server gets what had arrived before the line broke.
			const flows = far.write(room);
			if (passed >= cutAfter) {
				device.destroy();
				far.end();
			} else if (!flows) {
				device.pause();
				far.once("drain", () => device.resume());
			}
		});
		far.on("data", (bytes) => {
			if (!device.destroyed) device.write(bytes);
		});
		for (const [side, other] of [
			[device, far],
			[far, device],
		] as const) {
			side.on("error", end);
			side.on("end", () => other.end());
		}
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}`,
		leadTo(to) {
			port = to;
		},
		sent: () => sent,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
