/** The calls of the box list that are measured, by name; the customers are the largest and a middling one. */
export function boxListCases(
  big: { id: number; code: number; boxes: number },
  middling: { id: number; code: number },
): Record<string, string> {
  const page = (number: number) => `limit=30&offset=${(number - 1) * 30}`;
  const lastOf = (count: number) => page(Math.max(1, Math.floor(count / 30)));
  return {
    "by code, page 1": `/boxes/?${page(1)}`,
    "by code, page 1000": `/boxes/?${page(1000)}`,
    "by code, page 33000": `/boxes/?${page(33_000)}`,
    "by customer, page 1": `/boxes/?order_by=customer&${page(1)}`,
    "by customer, page 1000": `/boxes/?order_by=customer&${page(1000)}`,
    "by customer, page 33000": `/boxes/?order_by=customer&${page(33_000)}`,
    "by customer, descending, state 4": `/boxes/?order_by=-customer&state=4&${page(1)}`,
    "by area, page 1": `/boxes/?order_by=area&${page(1)}`,
    "by area, page 1000": `/boxes/?order_by=area&${page(1000)}`,
    "by area, page 33000": `/boxes/?order_by=area&${page(33_000)}`,
    "a middling customer, page 1": `/boxes/?owner=${middling.code}&${page(1)}`,
    "the largest customer, page 1": `/boxes/?owner=${big.code}&${page(1)}`,
    "the largest customer, last page": `/boxes/?owner=${big.code}&${lastOf(big.boxes)}`,
    "the largest customer, state 1, page 1": `/boxes/?owner=${big.code}&state=1&${page(1)}`,
    "the largest customer, by area": `/boxes/?owner=${big.code}&order_by=area&${page(1)}`,
    "state 1, page 1000": `/boxes/?state=1&${page(1000)}`,
    "state 4, page 1": `/boxes/?state=4&${page(1)}`,
    "numbers 100 to 200, page 1": `/boxes/?min_number=100&max_number=200&${page(1)}`,
    "numbers 100 to 200, page 600": `/boxes/?min_number=100&max_number=200&${page(600)}`,
    "a customer's numbers 100 to 200": `/boxes/?owner=${middling.code}&min_number=100&max_number=200&${page(1)}`,
    "the wizard's search, rare": `/boxes/?owner_id=${big.id}&state=1&contain_content=Wojciechowski&${page(1)}`,
    "the wizard's search, a code": `/boxes/?owner_id=${middling.id}&state=1&contain_code=12&${page(1)}`,
    overview: "/boxes/overview/",
  };
}
