import { createSocket } from "node:dgram";

type Answer = string[] | "missing" | "error" | "silent";
const TYPES: Record<number, string> = { 15: "MX", 16: "TXT", 257: "CAA" };

/** A name server on loopback that knows `{"TXT example.com": ["…"]}` and says that any other name does not exist. */
export async function startDnsStub(zone: Record<string, Answer>) {
	const socket = createSocket("udp4");
	const asked: string[] = [];
	socket.on("message", (query, from) => {
		const { name, end } = readName(query, 12);
		const question = `${TYPES[query.readUInt16BE(end)]} ${name}`;
		asked.push(question);
		const answer = zone[question] ?? "missing";
		if (answer !== "silent") socket.send(reply(query, end + 4, answer), from.port, from.address);
	});
	const { promise: bound, resolve } = Promise.withResolvers<void>();
	socket.bind(0, "127.0.0.1", resolve);
	await bound;
	return {
		asked,
		server: `127.0.0.1:${socket.address().port}`,
		close: () => new Promise<void>((done) => socket.close(() => done())),
	};
}

function readName(packet: Buffer, start: number): { name: string; end: number } {
	const labels: string[] = [];
	let at = start;
	for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
		labels.push(packet.toString("latin1", at + 1, at + 1 + length));
		at += length + 1;
	}
	return { name: labels.join("."), end: at + 1 };
}

function reply(query: Buffer, questionEnd: number, answer: Exclude<Answer, "silent">): Buffer {
	const records = Array.isArray(answer) ? answer : [];
	const code = answer === "missing" ? 3 : answer === "error" ? 2 : 0;
	const head = Buffer.from(query.subarray(0, 12));
	head.writeUInt16BE(0x8180 | code, 2);
	head.writeUInt16BE(records.length, 6);
	head.writeUInt16BE(0, 10);
	const type = query.readUInt16BE(questionEnd - 4);
	const data = (text: string) => (type === 15 ? mx(text) : type === 16 ? txt(text) : caa(text));
	return Buffer.concat([
		head,
		query.subarray(12, questionEnd),
		...records.map((text) => {
			const content = data(text);
			const fixed = Buffer.alloc(12);
			fixed.writeUInt16BE(0xc00c, 0);
			fixed.writeUInt16BE(type, 2);
			fixed.writeUInt16BE(1, 4);
			fixed.writeUInt32BE(60, 6);
			fixed.writeUInt16BE(content.length, 10);
			return Buffer.concat([fixed, content]);
		}),
	]);
}

/** Character strings of at most 255 bytes; the stub cuts at 20 so that joining them is tested. */
function txt(text: string): Buffer {
	const pieces = text.match(/.{1,20}/g) ?? [""];
	return Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)])));
}

function caa(text: string): Buffer {
	const [tag = "", value = ""] = text.split(" ");
	return Buffer.concat([Buffer.of(0, tag.length), Buffer.from(tag + value)]);
}

/** The name of a mail server; empty for the root, which says that there is none. */
function mx(name: string): Buffer {
	const labels = name.split(".").filter((label) => label !== "");
	const written = labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
	return Buffer.concat([Buffer.of(0, 10), ...written, Buffer.of(0)]);
}
