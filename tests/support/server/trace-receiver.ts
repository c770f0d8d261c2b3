import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterFile } from "../after-file.ts";

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };

/** A span in OTLP's JSON form. */
export type ReceivedSpan = {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	attributes: Attribute[];
};
type Export = {
	resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
};

/** A receiver of traces on this machine: OTLP over HTTP, in JSON. */
export async function startTraceReceiver() {
	const exports: Export[] = [];
	const server = createServer(async (request, response) => {
		exports.push((await json(request)) as Export);
		response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	afterFile(() => {
		server.closeAllConnections();
		return new Promise((resolve) => server.close(resolve));
	});
	const resources = () => exports.flatMap(({ resourceSpans }) => resourceSpans);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
		/** Attributes of the processes that sent something. */
		processes: () => resources().map(({ resource }) => resource.attributes),
		/** Everything that was received, as text. */
		text: () => JSON.stringify(exports),
	};
}
