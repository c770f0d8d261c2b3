/** The variables of OpenTelemetry that we read ourselves; its packages read the others. */
export type TraceEnv = Partial<
	Record<
		| "OTEL_EXPORTER_OTLP_ENDPOINT"
		| "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
		| "OTEL_SDK_DISABLED"
		| "OTEL_TRACES_EXPORTER"
		| "OTEL_SERVICE_NAME"
		| "OTEL_TRACES_SAMPLER"
		| "OTEL_TRACES_SAMPLER_ARG",
		string | undefined
	>
>;

/** Whether there is a receiver for traces, and nothing that switches them off. */
export function wantsTraces(env: TraceEnv): boolean {
	const to = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
	if (!to || env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return false;
	return (env.OTEL_TRACES_EXPORTER || "otlp") === "otlp";
}
