import { counted } from "#contract/format/count.ts";
import type { OwnFrameworkReport } from "#contract/frameworks/own-frameworks.ts";
import { FilePart, NotTaken } from "../not-taken.tsx";

/** What a file has, and all that is not read. */
export function OwnReport({ report }: { report: OwnFrameworkReport }) {
	const { requirements, headings, groups, first, controls, linked, unknownCodes } = report;
	return (
		<div className="text-15">
			<p className="font-semibold tabular-nums">
				{counted(requirements, "requirement")}
				{headings > 0 && ` under ${counted(headings, "heading")}`}
			</p>
			<p className="tabular-nums">
				{controls === 0
					? "No controls are linked. You can link them later, on a control’s own page."
					: `${counted(linked, "requirement")} linked to ${counted(controls, "control")}`}
			</p>
			{unknownCodes.length > 0 && (
				<p className="wrap-anywhere mt-1">
					No control has {unknownCodes.length === 1 ? "this code" : "these codes"}, so nothing is linked to{" "}
					{unknownCodes.length === 1 ? "it" : "them"}: <bdi>{unknownCodes.join(", ")}</bdi>
				</p>
			)}
			{groups.length > 0 && (
				<FilePart summary={groups.length === 100 ? "The first 100 headings" : `Headings at the top: ${groups.length}`}>
					<ul>
						{groups.map(({ id, title, requirements }) => (
							<li key={id} className="wrap-anywhere border-line border-t py-1.5">
								<span className="font-mono text-13">{id}</span> <bdi>{title}</bdi>{" "}
								<span className="text-13 text-quiet tabular-nums">{counted(requirements, "requirement")}</span>
							</li>
						))}
					</ul>
				</FilePart>
			)}
			<FilePart summary={`The first ${counted(first.length, "requirement")}`}>
				<ul>
					{first.map(({ id, title }) => (
						<li key={id} className="wrap-anywhere border-line border-t py-1.5">
							<span className="font-mono text-13">{id}</span> <bdi>{title}</bdi>
						</li>
					))}
				</ul>
			</FilePart>
			<NotTaken kinds={["unusable", "withdrawn"]} report={report} />
		</div>
	);
}
