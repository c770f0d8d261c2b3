import type { EngineInfo } from "#contract/engines.ts";
import type { ScanKind } from "#contract/scans.ts";
import { Button } from "#src/ui/button.tsx";
import { StatusBadge } from "#src/ui/status-badge.tsx";
import { FORMS } from "./launch-forms.ts";

/** Specification, section 2: four cards. The combined scan has a quieter place below them. */
const CARDS = ["zap", "wapiti", "nmap", "sslyze"] as const satisfies ScanKind[];

/** `sample`: nobody is known here, so nobody was asked. */
export type Engines = "sample" | "unknown" | readonly EngineInfo[];

function Availability({ kind, engines }: { kind: ScanKind; engines: Engines }) {
	if (engines === "sample") return <StatusBadge status="active" />;
	const engine = engines === "unknown" ? undefined : engines.find((one) => one.kind === kind);
	const words = !engine ? "Not known yet" : !engine.available ? "Not installed" : `Available ${engine.version ?? ""}`;
	return (
		<span
			className={`rounded-control border px-2 py-0.5 font-medium text-13 ${engine?.available ? "border-line-strong text-ink" : "border-line-strong border-dashed text-quiet"}`}
		>
			{words.trim()}
		</span>
	);
}

type Props = { engines: Engines; onRun(kind: ScanKind): void };

export function KindCards({ engines, onRun }: Props) {
	return (
		<>
			<ul aria-label="Kinds of scan" className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
				{CARDS.map((kind) => {
					const engine = typeof engines === "string" ? undefined : engines.find((one) => one.kind === kind);
					return (
						<li
							key={kind}
							data-kind={kind}
							className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 rounded-card border border-line bg-raised p-4 md:flex md:flex-col md:items-stretch md:gap-2"
						>
							<div className="flex flex-wrap items-center gap-2 md:justify-between">
								<h2 id={`kind-${kind}`} className="font-semibold text-17">
									{FORMS[kind].name}
								</h2>
								<Availability kind={kind} engines={engines} />
							</div>
							<p className="col-span-2 grow text-15 text-quiet">{FORMS[kind].about}</p>
							{engine && !engine.available && (
								<p className="col-span-2 wrap-anywhere text-13">
									{engine.reason}
									{engine.install && (
										<>
											{" Install it with "}
											<code className="font-mono">{engine.install}</code>
										</>
									)}
								</p>
							)}
							{/* Beside the name on a phone, so that four cards and the list below them fit a thumb's way. */}
							<div className="col-start-2 row-start-1 md:order-last">
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
					className="min-h-11 cursor-pointer font-semibold text-accent underline underline-offset-4"
				>
					{FORMS.combined.name}
				</button>{" "}
				looks at headers, TLS, certificate and mail records with a few harmless requests.
			</p>
		</>
	);
}
