import { REPORT_TEMPLATES, type ReportTemplate } from "#contract/reports/reports.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { Button } from "#src/ui/button.tsx";

/** What a report can be made from. */
export function TemplateCards({ onGenerate }: { onGenerate(template: ReportTemplate): void }) {
	return (
		<ul aria-label="Report templates" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-4">
			{REPORT_TEMPLATES.map((template) => (
				<li
					key={template}
					data-template={template}
					className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-card border border-line bg-raised p-[min(1rem,5vw)] md:flex-col md:items-stretch md:gap-2"
				>
					<h2
						id={`template-${template}`}
						className="min-w-0 grow basis-32 font-semibold text-17 md:grow-0 md:basis-auto"
					>
						{TEMPLATES[template].name}
					</h2>
					<p className="order-1 w-full grow text-15 text-quiet md:order-none">{TEMPLATES[template].about}</p>
					{/* Beside the name on a phone, so that four cards and the list below them stay within the thumb's reach. */}
					<div>
						<Button
							variant="secondary"
							wide
							aria-describedby={`template-${template}`}
							aria-haspopup="dialog"
							onClick={() => onGenerate(template)}
						>
							Generate
						</Button>
					</div>
				</li>
			))}
		</ul>
	);
}
