import { mix } from '../hashing.ts';

/** What a page is about, for its body. */
export interface BodySubject {
  /** Title of the page. */
  readonly title: string;
  readonly site: string;
  /** What the site says of itself. */
  readonly blurb: string;
  readonly hash: number;
}

type Body = (subject: BodySubject) => string;

const repeat = (count: number, make: (place: number) => string): string =>
  Array.from({ length: count }, (_none, place) => make(place)).join('\n');
const prose = ({ title, site, blurb }: BodySubject, count: number): string =>
  repeat(
    count,
    (place) => `<p>${PROSE[place % PROSE.length]?.replace('{k}', title).replace('{s}', site) ?? ''} ${place === 0 ? blurb : ''}</p>`,
  );
const price = ({ hash }: BodySubject, place = 0): string => `$${9 + (mix(hash, place) % 190)}.${place % 2 === 0 ? '00' : '95'}`;
const byline = ({ site }: BodySubject): string =>
  `<p class="byline">By the editors of ${site} <time datetime="2026-05-14">14 May 2026</time></p>`;
const written = (subject: BodySubject): string => `<article>${byline(subject)}${prose(subject, 6)}</article>`;
const list =
  (count: number, link: string, more: (place: number) => string): Body =>
  (subject) =>
    `<ul class="results">\n${repeat(count, (place) => `<li><a href="/${link}/item-${place}">${subject.title} ${place + 1}</a> ${more(mix(subject.hash, place))}</li>`)}\n</ul>\n<nav class="pagination"><a href="?page=2">2</a> <a href="?page=3">3</a> <a rel="next" href="?page=2">Next</a></nav>`;
const form =
  (fields: readonly string[], button: string): Body =>
  ({ blurb }) =>
    `<p>${blurb}</p><form method="post" action="/submit">${fields.map((field) => `<label>${field} <input name="${field.toLowerCase()}" type="${FIELD_TYPES[field] ?? 'text'}"></label>`).join(' ')}<button type="submit">${button}</button></form>`;

const FIELD_TYPES: Readonly<Record<string, string>> = { Password: 'password', Email: 'email' };
const PROSE = [
  '{k}: what happened, what it means and what comes next.',
  'We asked around, looked at the figures of the last years and found three things that matter.',
  'The first is cost. The second is time, which most people underestimate by half. The third is whom you ask.',
  'As one reader put it: nothing about {k} is as hard as it looks on the first day.',
  'That was different ten years ago, when hardly any of this could be done without help.',
  'In the end it comes down to habits, and {s} will report how it goes on.',
];

/** What stands in the main part of a page, by page type; prose where none is named. */
const BODIES: Readonly<Record<string, Body>> = {
  product_page: (subject) =>
    `<div class="product"><img src="/images/1.jpg" alt=""><p class="price">${price(subject)}</p><p>In stock. SKU ${subject.hash % 10_000}</p><button class="add-to-cart">Add to cart</button><p>${subject.blurb}</p><h2>Customer reviews</h2><p>4.6 out of 5</p></div>`,
  category_page: (subject) => list(24, 'products', (hash) => `<span class="price">$${9 + (hash % 190)}.00</span>`)(subject),
  pricing_page: (subject) =>
    `<section class="pricing">${['Starter', 'Team', 'Business'].map((plan, place) => `<div class="plan"><h2>${plan}</h2><p class="price">${price(subject, place)} per month</p><a href="/signup">Start free trial</a></div>`).join('\n')}</section>`,
  landing_page: ({ blurb }) => `<section class="hero"><p>${blurb}</p><a class="cta" href="/signup">Get started</a></section>`,
  service_page: (subject) => `${prose(subject, 3)}<a class="cta" href="/contact">Request a quote</a>`,
  comparison_page: (subject) =>
    `${prose(subject, 1)}<table><tr><th>Product</th><th>Price</th><th>Rating</th></tr>${repeat(5, (place) => `<tr><td>Model ${place + 1}</td><td>${price(subject, place)}</td><td>${4 + (place % 2)}/5</td></tr>`)}</table>`,
  cart_page: (subject) =>
    `<table class="cart"><tr><td>${subject.title}</td><td>${price(subject)}</td></tr></table><a href="/checkout">Proceed to checkout</a>`,
  signup_page: form(['Name', 'Email', 'Password'], 'Create account'),
  login_page: form(['Email', 'Password'], 'Log in'),
  account_page: form(['Name', 'Email'], 'Save settings'),
  contact_page: form(['Name', 'Email', 'Message'], 'Send'),
  recipe_page: (subject) =>
    `${byline(subject)}<h2>Ingredients</h2><ul><li>500 g flour</li><li>2 eggs</li><li>1 tsp salt</li></ul><h2>Method</h2><ol><li>Mix.</li><li>Knead for ten minutes.</li><li>Bake at 220 degrees for 35 minutes.</li></ol>${prose(subject, 2)}`,
  review_page: (subject) =>
    `${byline(subject)}<p class="rating">Our rating: 4.5 / 5</p><h2>Pros</h2><ul><li>Solid</li></ul><h2>Cons</h2><ul><li>Dear</li></ul>${prose(subject, 4)}`,
  interview: (subject) =>
    `${byline(subject)}${repeat(5, (place) => `<p><strong>Question ${place + 1}: how did that begin?</strong></p><p>With a small thing, as usual.</p>`)}`,
  wiki_page: (subject) =>
    `<div id="mw-content-text">${prose(subject, 4)}<h2>History<span>[edit]</span></h2>${prose(subject, 2)}<h2>References</h2><ol class="references"><li>^ A source</li></ol></div><p>This page was last edited on 14 May 2026.</p>`,
  event_page: (subject) =>
    `<p><time datetime="2026-06-20T19:00">20 June 2026, 19:00</time>, Town Hall</p>${prose(subject, 1)}<a href="/tickets">Tickets</a>`,
  forum_thread: (subject) =>
    repeat(
      7,
      (place) =>
        `<div class="post"><a class="username" href="/users/u${place}">user${place}</a> <time>2026-05-${10 + place}</time><p>${PROSE[place % PROSE.length]?.replace('{k}', subject.title).replace('{s}', 'here') ?? ''}</p><a href="#reply">Reply</a> <a href="#quote">Quote</a></div>`,
    ),
  question_page: (subject) =>
    `<div class="question"><p>${subject.title}? How is that done?</p><span class="votes">12</span></div>${repeat(3, (place) => `<div class="answer"><span class="votes">${9 - place}</span><p>${PROSE[place + 1] ?? ''}</p><a href="/users/u${place}">user${place}</a> answered</div>`)}`,
  profile_page: (subject) =>
    `<img class="avatar" src="/images/a.jpg" alt=""><p>Member since 2019. 214 posts, 1,320 followers.</p><button>Follow</button><p>${subject.blurb}</p>`,
  social_post: (subject) =>
    `<div class="post"><a href="/users/u1">@user1</a><p>${subject.title} #today</p><button>Like</button> 42 likes <button>Share</button></div>`,
  listing: list(30, 'listings', (hash) => `<span>${hash % 40} km away</span>`),
  search_results: list(20, 'listings', () => '<p>A result that has the words of the search in it.</p>'),
  tag_page: list(15, 'blog', () => '<p>The first lines of the post ...</p>'),
  author_page: list(12, 'articles', () => '<time>2026</time>'),
  calendar_page: list(12, 'events', (hash) => `<time>2026-0${1 + (hash % 9)}-12</time>`),
  directory_entry: (subject) =>
    `<address itemprop="address">12 High Street</address><p>Telephone 555 0134</p><p>Opening hours: Monday to Friday, 9 to 17</p><p>${subject.blurb}</p><a href="https://www.openstreetmap.org/">Map</a> <p>4.2 stars, 31 reviews</p>`,
  job_posting: (subject) =>
    `<p>Full time, 40 hours. Salary 45,000 to 52,000.</p><h2>Your tasks</h2>${prose(subject, 2)}<h2>Your profile</h2><p>Experience of three years.</p><a href="/apply">Apply now</a>`,
  documentation_page: (subject) =>
    `<nav class="toc"><a href="#install">Install</a> <a href="#usage">Usage</a></nav><h2 id="install">Install</h2><pre><code>npm install example</code></pre><h2 id="usage">Usage</h2>${prose(subject, 2)}<pre><code>example.run()</code></pre>`,
  support_page: () =>
    repeat(
      6,
      (place) => `<details><summary>How do I change setting ${place + 1}?</summary><p>Open the settings and choose it.</p></details>`,
    ) + '<p>Was this helpful?</p>',
  legal_page: () =>
    repeat(
      8,
      (place) =>
        `<h2>${place + 1}. Terms</h2><p>The agreement between you and us, your personal data and your rights under applicable law.</p>`,
    ),
  careers_page: list(6, 'jobs', () => 'Full time'),
  status_page: () =>
    '<p class="status">All systems operational</p><ul><li>API: operational</li><li>Website: operational</li></ul><p>Past incidents: none.</p>',
  sitemap_page: list(40, 'pages', () => ''),
  error_page: () => '<p>404: the page you are looking for does not exist.</p>',
  video_page: (subject) =>
    `<video controls src="/videos/1.mp4"></video><p>1,204 views, 14 May 2026</p><p>${subject.blurb}</p><h2>Comments</h2><p>user1: great</p>`,
  gallery_page: () => `<div class="gallery">${repeat(24, (place) => `<figure><img src="/images/${place}.jpg" alt=""></figure>`)}</div>`,
  download_page: () =>
    '<p>Version 2.4, 18 MB, for Windows, macOS and Linux.</p><a class="download" href="/files/setup.zip" download>Download</a>',
  spam_page: ({ title }) =>
    repeat(30, (place) => `<a href="https://example-${place}.xyz/">cheap ${title} buy best free online ${place}</a>`),
};

/** The main part of a page of this type. */
export function bodyOf(pageType: string, subject: BodySubject): string {
  return (BODIES[pageType] ?? written)(subject);
}
