import { SpanKind as OtelKind, ROOT_CONTEXT, type SpanContext, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
	AlwaysOffSampler,
	AlwaysOnSampler,
	BatchSpanProcessor,
	ParentBasedSampler,
	type Sampler,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from "@opentelemetry/sdk-trace";
import { site } from "#src/config/site.ts";
import type { SpanKind, StartSpan } from "./span.ts";
import type { TraceEnv } from "./trace-env.ts";

const KINDS: Record<SpanKind, OtelKind> = {
	server: OtelKind.SERVER,
	consumer: OtelKind.CONSUMER,
	client: OtelKind.CLIENT,
	internal: OtelKind.INTERNAL,
};

/**
 * OpenTelemetry, set up by its standard variables. Loaded only if there is a receiver (wire.ts). Spans are made by hand: automatic
 * instrumentation records paths, addresses and statements, and would send trace headers to the hosts we scan.
 */
export function openTelemetry(env: TraceEnv, role: string): { startSpan: StartSpan; close(): Promise<void> } {
	const name = env.OTEL_SERVICE_NAME ?? site.name.toLowerCase();
	const resource = defaultResource()
		.merge(resourceFromAttributes({ "plumbline.role": role }))
		.merge(detectResources({ detectors: [envDetector] }))
		.merge(resourceFromAttributes({ "service.name": name }));
	const provider = new TracerProvider({
		resource,
		sampler: samplerOf(env),
		spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
	});
	const tracer = provider.getTracer(site.name.toLowerCase());
	return {
		startSpan(name, kind, attributes, parent) {
			const from = parent === undefined ? undefined : readTraceparent(parent);
			const context = from ? trace.setSpanContext(ROOT_CONTEXT, from) : ROOT_CONTEXT;
			const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
			return {
				traceparent: writeTraceparent(span.spanContext()),
				add: (more) => span.setAttributes(more),
				fail(type) {
					span.setAttribute("error.type", type);
					span.setStatus({ code: SpanStatusCode.ERROR });
				},
				end: () => span.end(),
			};
		},
		close: () => provider.shutdown(),
	};
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
	`00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

function readTraceparent(text: string): SpanContext | undefined {
	const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
	if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
	return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** OTEL_TRACES_SAMPLER and its argument, as the specification defines them. */
function samplerOf({
	OTEL_TRACES_SAMPLER: name = "parentbased_always_on",
	OTEL_TRACES_SAMPLER_ARG,
}: TraceEnv): Sampler {
	const basic = (): Sampler => {
		switch (name.replace(/^parentbased_/, "")) {
			case "always_off":
				return new AlwaysOffSampler();
			case "traceidratio": {
				const ratio = Number(OTEL_TRACES_SAMPLER_ARG ?? "1");
				return new TraceIdRatioBasedSampler(ratio >= 0 && ratio <= 1 ? ratio : 1);
			}
			default:
				return new AlwaysOnSampler();
		}
	};
	return name.startsWith("parentbased_") ? new ParentBasedSampler({ root: basic() }) : basic();
}
