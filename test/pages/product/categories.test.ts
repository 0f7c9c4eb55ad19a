import { expect, test } from 'vitest';
import { read } from './page.ts';

const link = (href: string, name: string, id = '') =>
  `<li><span class="a-list-item"><a ${id} href="${href}">${name}</a></span></li>`;
const path = (...links: string[]) =>
  `<div id="wayfinding-breadcrumbs_feature_div"><ul>${links.join('<li class="a-breadcrumb-divider">›</li>')}</ul></div>`;

test('returns the category path, its root and its leaf', () => {
  const elsewhere = path(link('/home/b/ref=dp_bc_1?ie=UTF8&amp;node=11', 'Home'), link('/b?node=22', 'Kettles'));
  expect(read({ elsewhere })).toMatchObject({
    breadcrumbs: [
      { name: 'Home', url: '/home/b/ref=dp_bc_1?ie=UTF8&node=11', node_id: '11' },
      { name: 'Kettles', url: '/b?node=22', node_id: '22' },
    ],
    category: { name: 'Home', url: '/home/b/ref=dp_bc_1?ie=UTF8&node=11' },
    category_node_id: '22',
  });
});

test('does not read a link back to the results as a path', () => {
  const data = read({
    elsewhere: path(link('/s?k=kettle&amp;rh=n%3A11', 'Back to results', 'id="breadcrumb-back-link"')),
  });
  expect(data).not.toHaveProperty('breadcrumbs');
  expect(data).not.toHaveProperty('category');
});

test('does not read a search as a part of the path, whatever its id', () => {
  const own = link('/b?node=22', 'Kettles');
  const data = read({ elsewhere: path(link('/s?k=kettle&amp;ref=x', 'Back to results'), own) });
  expect(data.breadcrumbs).toEqual([{ name: 'Kettles', url: '/b?node=22', node_id: '22' }]);
  const category = read({ elsewhere: path(link('/s?rh=n%3A11', 'Home'), own) });
  expect(category.breadcrumbs).toHaveLength(2);
});
