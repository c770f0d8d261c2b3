import type { ListedTemplate } from "#contract/assessments/assessments.ts";
import { questionsOf } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { TEMPLATE_KIND_LABELS } from "#src/lib/assessments/assessment-labels.ts";
import { FileLink } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { templateUrl } from "./templates-api.ts";

const FORMATS = { json: "JSON", xlsx: "XLSX" } as const;

/** A template: what it asks, the source of its questions, as of which date, and its files. */
export function TemplateRow({ listed: { template, own } }: { listed: ListedTemplate }) {
	const { scope } = useScope();
	const online = useOnline();
	const { id, version, title, about, kind, source, asOf, sections } = template;
	return (
		<article aria-labelledby={`template-${id}`} className="border-line border-b py-4">
			<h2 id={`template-${id}`} className="wrap-anywhere font-semibold text-17">
				<bdi>{title}</bdi>
			</h2>
			<p className="wrap-anywhere mt-1 flex flex-wrap gap-x-3 gap-y-1 text-13 text-quiet tabular-nums">
				<span>{TEMPLATE_KIND_LABELS[kind]}</span>
				<span>
					{counted(questionsOf(template).length, "question")} in {counted(sections.length, "section")}
				</span>
				<span>
					{own ? "Yours" : "Ours"}, version {version.toLocaleString("en")}
				</span>
			</p>
			<p className="wrap-anywhere mt-2 max-w-[62ch] text-15">
				<bdi>{about}</bdi>
			</p>
			<p className="wrap-anywhere mt-1 max-w-[62ch] text-13 text-quiet">
				{source.url === "" ? (
					<bdi>{source.title}</bdi>
				) : (
					<a href={source.url} rel="noreferrer" target="_blank">
						<bdi>{source.title}</bdi>
					</a>
				)}
				, as of <time dateTime={asOf}>{dayText(asOf)}</time>
			</p>
			{online && (
				<ul aria-label={`Files of ${title}`} className="mt-1 flex flex-wrap gap-x-5 print:hidden">
					{(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
						<li key={format} className="has-[[role=alert]]:basis-full">
							<FileLink
								href={templateUrl(id, format, scope)}
								download=""
								aria-label={`Export ${FORMATS[format]}: ${title}`}
								className="inline-flex min-h-11 items-center text-15"
							>
								Export {FORMATS[format]}
							</FileLink>
						</li>
					))}
				</ul>
			)}
		</article>
	);
}
