import { site } from "#src/config/site.ts";
import { Bob } from "#src/ui/bob.tsx";

export function SiteFooter() {
	return (
		<footer className="border-line border-t">
			<div className="frame flex flex-col gap-8 pt-10 pb-[calc(2.5rem+env(safe-area-inset-bottom))] text-15 md:flex-row md:justify-between">
				<div className="flex max-w-md gap-3">
					<Bob className="mt-1 h-5 w-3 flex-none" />
					<p>
						<span className="font-semibold">{site.name}</span>
						<span className="mt-1 block text-quiet">{site.tagline}.</span>
					</p>
				</div>
				<ul className="grid min-w-0 content-start wrap-anywhere gap-1 md:text-end">
					<li>
						<a href={`mailto:${site.email}`} className="inline-flex min-h-11 items-center md:min-h-8">
							{site.email}
						</a>
					</li>
					<li>
						<a href={`tel:${site.phone.replaceAll(" ", "")}`} className="inline-flex min-h-11 items-center md:min-h-8">
							{site.phone}
						</a>
					</li>
					<li>
						{/* Rendered by the server, so it is not a route of this app. */}
						<a href="/scanner-info" className="inline-flex min-h-11 items-center md:min-h-8">
							What our scanner sends
						</a>
					</li>
				</ul>
			</div>
		</footer>
	);
}
