import type { EngineInfo } from "#contract/engines.ts";
import { KINDS, scanName, TOOL_KINDS } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { Button } from "#src/ui/button.tsx";
import { FORMS } from "./launch-forms.ts";
import { toolText } from "./tool-text.ts";

/** `sample`: no account is known here, so the server was not asked. */
export type Engines = "sample" | "unknown" | readonly EngineInfo[];

function engineOf(kind: ScanKind, engines: Engines) {
	const state = typeof engines === "string" ? undefined : engines.find((one) => one.kind === kind)?.state;
	const known = state ?? ({ status: "unknown" } as const);
	return { status: known.status, ...toolText(known) };
}

function Availability({ kind, engines }: { kind: ScanKind; engines: Engines }) {
	if (engines === "sample") return <StatusBadge status="active" />;
	const { status, badge } = engineOf(kind, engines);
	return (
		<span
			role="status"
			className={`rounded-control border px-2 py-0.5 font-medium text-13 ${status === "available" ? "border-line-strong text-ink" : "border-line-strong border-dashed text-quiet"}`}
		>
			{badge.trim()}
		</span>
	);
}

type Props = { engines: Engines; onRun(kind: ScanKind): void };

export function KindCards({ engines, onRun }: Props) {
	return (
		<>
			<ul aria-label="Kinds of scan" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-4">
				{/* Specification, section 2: four cards. Our own scan has a quieter place below them. */}
				{TOOL_KINDS.map((kind) => {
					const { why, remedy } = engineOf(kind, engines);
					return (
						<li
							key={kind}
							data-kind={kind}
							className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised p-[min(1rem,5vw)] md:flex-col md:flex-nowrap md:items-stretch"
						>
							<div className="grid grow basis-32 justify-items-start gap-1.5 md:basis-auto md:grow-0">
								<h2 id={`kind-${kind}`} className="font-semibold text-17">
									{KINDS[kind].name}
								</h2>
								<Availability kind={kind} engines={engines} />
							</div>
							<p className="order-1 grow basis-full text-15 text-quiet md:basis-auto">{FORMS[kind].about}</p>
							{why !== null && (
								<p className="wrap-anywhere order-1 basis-full text-13 md:basis-auto">
									{why} {remedy}
								</p>
							)}
							{/* Beside the name on a phone, so that four cards and the list below them fit a thumb's way. */}
							<div className="md:order-last">
								<Button variant="secondary" wide aria-describedby={`kind-${kind}`} onClick={() => onRun(kind)}>
									Run Scan
								</Button>
							</div>
						</li>
					);
				})}
			</ul>
			<p className="mt-4 text-15 text-quiet">
				No tool needed:{" "}
				<button
					type="button"
					onClick={() => onRun("combined")}
					className="-my-3 min-h-11 cursor-pointer font-semibold text-accent underline underline-offset-4"
				>
					{scanName("combined")}
				</button>
				, our own check of headers, TLS, certificate and mail records, with a few harmless requests.
			</p>
		</>
	);
}
