import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { footerLinks } from "#src/content/footer-links.ts";
import { Bob } from "#src/ui/page/bob.tsx";

const LINE = "inline-flex min-h-11 items-center text-ink no-underline hover:text-accent hover:underline md:min-h-8";

/** Its HTML comes with the page; its code comes after the page has loaded (`deferred`). */
export default function SiteFooter() {
	return (
		<footer className="border-line border-t print:hidden">
			<div className="frame pt-10 pb-[calc(2.5rem+env(safe-area-inset-bottom))] text-15">
				<nav
					aria-label="All pages"
					className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-x-6 gap-y-8 md:grid-cols-4"
				>
					{footerLinks.map(({ title, links }) => (
						<div key={title}>
							<h2 className="font-normal text-13 text-quiet">{title}</h2>
							<ul className="mt-1">
								{links.map(({ to, label }) => (
									<li key={to}>
										<Link to={to} className={LINE}>
											{label}
										</Link>
									</li>
								))}
							</ul>
						</div>
					))}
				</nav>
				<div className="mt-10 flex flex-col gap-6 border-line border-t pt-8 md:flex-row md:justify-between">
					<div className="flex max-w-md gap-3">
						<Bob className="mt-1 h-5 w-3 flex-none" />
						<p>
							<span className="font-semibold">{site.name}</span>
							<span className="mt-1 block text-quiet">{site.tagline}.</span>
						</p>
					</div>
					<ul id="contact" className="grid min-w-0 content-start wrap-anywhere md:text-end">
						<li>
							<Link to="/contact" className="inline-flex min-h-11 items-center md:min-h-8">
								Write to us
							</Link>
						</li>
						<li>
							<a href={`mailto:${site.email}`} className="inline-flex min-h-11 items-center md:min-h-8">
								{site.email}
							</a>
						</li>
						<li>
							<a
								href={`tel:${site.phone.replaceAll(" ", "")}`}
								className="inline-flex min-h-11 items-center md:min-h-8"
							>
								{site.phone}
							</a>
						</li>
						<li>
							{/* Rendered by the server, so it is not a route of this app. */}
							<a href="/scanner-info" className="inline-flex min-h-11 items-center md:min-h-8">
								What our scanner sends
							</a>
						</li>
						{site.social.map(({ name, url }) => (
							<li key={url}>
								<a href={url} rel="me noopener" className="inline-flex min-h-11 items-center md:min-h-8">
									{name}
								</a>
							</li>
						))}
					</ul>
				</div>
			</div>
		</footer>
	);
}
