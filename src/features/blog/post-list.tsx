import { Link } from "react-router-dom";
import { posts } from "#src/content/posts.ts";
import { postNote } from "./post-note.ts";

const NEWEST = 3;

/** `/blog` shows the newest few, `/blog/all` every post. */
export function PostList({ all }: { all: boolean }) {
	return (
		<section className="frame pt-12 pb-24 lg:pt-24">
			<h1 className="max-w-[22ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
				{all ? "All posts" : "Thought through"}
			</h1>
			<p className="mt-5 max-w-[60ch] text-17 lg:text-20">
				{all
					? `Every post, newest first. There are ${posts.length} of them.`
					: "We write rarely, when we have something clear to say."}
			</p>
			<ol className="mt-12 grid max-w-3xl border-line-strong border-s">
				{posts.slice(0, all ? posts.length : NEWEST).map((post) => (
					<li
						key={post.path}
						className="relative pb-10 ps-7 before:absolute before:start-0 before:top-4 before:w-4 before:border-line-strong before:border-t md:ps-10 md:before:w-6"
					>
						<h2 className="font-semibold font-serif text-26 tracking-[-0.01em]">
							<Link to={post.path} className="text-ink no-underline hover:underline">
								{post.heading}
							</Link>
						</h2>
						<p className="mt-1 text-13 text-quiet">{postNote(post)}</p>
						<p className="mt-2 max-w-[60ch] text-17">{post.description}</p>
					</li>
				))}
			</ol>
			<p className="mt-8 flex flex-wrap gap-x-6 text-17">
				<Link to={all ? "/blog" : "/blog/all"} className="inline-flex min-h-11 items-center">
					{all ? "Newest posts only" : "All posts"}
				</Link>
				<a href="/feed.xml" className="inline-flex min-h-11 items-center">
					Feed (Atom)
				</a>
			</p>
		</section>
	);
}
