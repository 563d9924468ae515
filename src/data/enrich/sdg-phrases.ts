/** Phrases of a goal: one strong phrase or two weak ones name it. */
export interface GoalPhrases {
  readonly strong: readonly string[];
  readonly weak: readonly string[];
}

const goal = (strong: string, weak: string): GoalPhrases => ({ strong: list(strong), weak: list(weak) });

const list = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");

/**
 * Phrases of the seventeen goals in their order, from the UN's targets and indicators and from what the goals' fields are called.
 * docs/quality.md says on which texts they were tried.
 */
export const goalPhrases: readonly GoalPhrases[] = [
  goal(
    `poverty, poor people, poor households, poor families, the poor, the poorest, extreme poverty, social protection, social safety net, cash transfer,
    material deprivation, poverty line, microfinance, income support, basic income, destitution, social assistance, pro-poor, poorest quintile`,
    `poor, vulnerable, deprivation, welfare, low-income, social security, benefits, social insurance, least developed countries, ldcs, living standards,
    basic services, pension, social protection system, household income`,
  ),
  goal(
    `hunger, food security, food insecurity, malnutrition, undernourishment, undernutrition, stunting, food supply, smallholder, agricultural productivity,
    sustainable agriculture, famine, food production, crop yield, food price, seed varieties, nutrition, wasting, livestock, fertiliser, fertilizer, food system`,
    `agriculture, agricultural, cultivated, seeds, farmer, farming, farm, crop, food, irrigation, rural, plant breeding, grain, wheat, rice, maize, dairy, cattle, nutritional, diet, harvest, pest, soil`,
  ),
  goal(
    `health care, healthcare, public health, mortality, disease, hospital, vaccine, vaccination, maternal health, mental health, epidemic, pandemic, hiv,
    aids, malaria, tuberculosis, cancer, diabetes, obesity, health service, health system, physician, health insurance, reproductive health, medicine,
    universal health coverage, health outcome, alcohol, tobacco, road safety, life expectancy, primary care, patient, clinical, health expenditure, nurse, surgery`,
    `health, medical, doctor, care, illness, treatment, drug, death, infection, injury, smoking, wellbeing, well-being, disorder, birth, symptom, therapy`,
  ),
  goal(
    `education, school, teacher, student, literacy, pupil, university, curriculum, classroom, vocational training, primary education, scholarship,
    higher education, numeracy, teaching, early childhood education, lifelong learning, enrolment, school principal, pisa, apprenticeship`,
    `learning, skills, training, college, educational, academic, instruction, kindergarten, tuition`,
  ),
  goal(
    `gender equality, gender equity, gender gap, gender inequality, gender-based, women's rights, violence against women, women's empowerment, empowerment of women, gender,
    domestic violence, female genital mutilation, child marriage, women and girls, women in parliament, equal rights for women, intimate partner violence,
    unpaid care, unpaid work, sexual violence, abortion, rape, contraception, contraceptive, inheritance rights, sexual harassment, women entrepreneurs, boosting women, wage gap, pay gap, feminist, feminism, female labour, women entrepreneurs, maternity leave, parental leave, female directors, women's participation`,
    `women, of women, for women, many women, women who, girls, widow, female, marriage, husband, woman, mothers, sex discrimination, sexual, femininity, wives, maternity, paternity, childcare`,
  ),
  goal(
    `drinking water, sanitation, wastewater, water supply, water quality, water resources, water management, clean water, water scarcity, groundwater, hygiene, sewage,
    water use, river basin, water stress, water treatment, watershed, water services, toilets, aquifer, water sector, water security, transboundary waters, freshwater,
    water allocation, water pricing, water abstraction, water utilities, desalination, open defecation`,
    `water, river, lake, flood, irrigation, dam, sewer, basin, hydrological, effluent`,
  ),
  goal(
    `renewable energy, solar, wind power, energy efficiency, clean energy, electricity, energy access, access to energy, photovoltaic, wind energy, renewables, biofuel, biomass, geothermal,
    hydropower, energy supply, energy consumption, energy demand, energy policy, power plant, power generation, wind farm, energy storage, energy sector, energy security,
    sustainable energy, modern energy, cookstoves, fossil fuel subsidies, power grid, feed-in tariff, energy mix, electrification, energy savings, energy services`,
    `energy, fuel, power, nuclear, coal, gas, grid, turbine, oil, petroleum, battery, hydrogen, heating`,
  ),
  goal(
    `decent work, economic growth, employment, unemployment, labour market, labor market, jobs, job creation, forced labour, child labour, informal economy, informal sector,
    sustainable tourism, tourism, productivity, minimum wage, trade union, labour rights, working conditions, workers, modern slavery, human trafficking, small and medium-sized enterprises, smes,
    self-employment, entrepreneurship, gdp growth, gdp per capita, collective bargaining, labour force, job, youth employment, wage, occupational safety, financial inclusion, access to finance, unemployed, small businesses`,
    `labour, labor, worker, work, wages, occupation, income, growth, gdp, enterprise, hiring, tourists, financial services, earnings, economy, competitiveness, career, profession`,
  ),
  goal(
    `infrastructure, innovation, industrialization, industrialisation, research and development, r&d, broadband, internet access, manufacturing, digital divide, mobile network,
    technology transfer, industrial policy, ict, telecommunications, start-ups, high-tech, innovative, transport infrastructure, new technologies, industrial development,
    value added, patents, connectivity, emerging technologies, technological, science and technology, digital technology, industrial production, industry 4.0, internet`,
    `technology, industry, industrial, digital, research, road, railway, port, engineering, telecoms, investment, knowledge, productivity, firms, logistics, freight, scientific`,
  ),
  goal(
    `inequality, income distribution, income inequality, inequalities, social inclusion, gini, migrants, refugees, discrimination, marginalised, marginalized, remittances, redistribution, wealth distribution,
    disabilities, social exclusion, migration, ethnic minorities, minorities, equal opportunity, top 10 per cent, top decile, income share, social mobility, asylum, inclusive growth, exclusion, indigenous peoples,
    special and differential treatment, racial, racism, immigrants, equity, wealth tax, progressive tax, lgbt, transgender, intergenerational mobility`,
    `inclusion, immigrant, disability, ethnic, vulnerable groups, bottom 40, redistributive, minority, inclusive, unequal, disadvantaged, migrant, disparities, equality, taxation, percentile, wealth`,
  ),
  goal(
    `urban, city, cities, public transport, housing, slum, urban planning, urbanisation, urbanization, municipal waste, sustainable transport, affordable housing, green space, air quality, commuting, resilient cities, metropolitan,
    public space, cultural heritage, urban development, smart city, disaster risk, natural disaster, land use planning, spatial planning, informal settlements, dwelling, neighbourhood, neighborhood, homeless, municipal, mobility, sendai framework, disaster risk reduction`,
    `municipality, transport, residents, buildings, town, disaster, traffic, local government, heritage, parking, bus, transit, settlement, land use, regional development, zoning, resilience`,
  ),
  goal(
    `recycling, sustainable consumption, circular economy, hazardous waste, waste management, food waste, food loss, packaging, plastic, resource efficiency, material footprint, e-waste, sustainable production, sustainability reporting,
    green procurement, public procurement, ecolabel, eco-label, eco-design, chemicals, landfill, reuse, life cycle, natural resource, waste, consumption and production, consumption patterns, consumerism, green growth, corporate social responsibility, corporate sustainability, environmental footprint,
    extended producer responsibility, resource use, ecodesign, remanufacturing, sustainability report, pollutants, eco-innovation, responsible consumption, sustainable lifestyles, decoupling, material resources`,
    `consumption, consumers, toxic, raw materials, environmental impact, disposal, lifestyle, supply chain, pesticides, recycled, pollution, materials, footprint, sustainable, resources, environmental, products, subsidies, stewardship`,
  ),
  goal(
    `climate change, greenhouse gas, carbon, emissions, global warming, paris agreement, climate action, climate finance, adaptation, mitigation, co2, net zero, decarbonisation, decarbonization, unfccc, carbon tax, kyoto protocol, ipcc,
    climate policy, climate risk, climate resilience, carbon dioxide, carbon pricing, emission reduction, low-carbon, climate, extreme weather, methane, ghg, temperature increase, emissions trading`,
    `warming, temperature, drought, resilience, sea level, fossil fuel, weather, disaster risk, vulnerability, hurricane, rainfall`,
  ),
  goal(
    `ocean, marine, coral reef, aquaculture, overfishing, fisheries management, fishing effort, fish stocks, coastal, maritime, seafood, marine protected area, marine pollution, illegal fishing, small-scale fisheries, marine resources, seabed, ocean acidification,
    mangroves, high seas, plankton, blue economy, shellfish, whale, catch limits, fishing capacity, fishing quota, sea level, oceans`,
    `fishing, fisheries, fishery, fish, fishers, sea, seafood, coast, vessels, beach, island, water pollution, boat, harbour, tuna, salmon, catch, species, reef`,
  ),
  goal(
    `biodiversity, forest, deforestation, ecosystem, wildlife, desertification, species, land degradation, habitat, protected area, endangered species, reforestation, poaching, forestry, ecosystem services, conservation, invasive species, logging,
    national park, timber, soil erosion, biological diversity, nature conservation, flora, fauna, ecological restoration, forests, ecology, wetlands, savanna, tropical, grassland, endemic`,
    `land use, soil, tree, wood, vegetation, mountain, ecological, plant, animal, agroforestry, natural capital, landscape, wild, predator, nature, desert`,
  ),
  goal(
    `corruption, bribery, human rights, rule of law, justice, democracy, transparency, accountability, violence, peace, conflict, governance, institutions, armed conflict, freedom of expression, crime, court, judicial, terrorism, war,
    homicide, legal aid, human trafficking, judiciary, constitutional, money laundering, trafficking, democratic, political participation, civil society, electoral, genocide, torture, police, organised crime, democratisation, democratization, impunity, election, law enforcement, prison`,
    `government, law, legal, political, security, rights, military, parliament, public administration, voting, citizens, policy, constitution, reform, state, criminal, extremism, abuse, regulation, weapons, policies`,
  ),
  goal(
    `development assistance, official development assistance, oda, development aid, foreign aid, international cooperation, development cooperation, development co-operation, south-south cooperation, partnership, capacity building, capacity-building, technology facilitation, multi-stakeholder, donor, debt relief, global partnership, debt sustainability,
    world trade organization, wto, public-private partnership, foreign direct investment, technical assistance, sustainable development goals, sdgs, development finance, statistical capacity, trade facilitation, addis ababa, triangular cooperation, donors, remittances, multilateral, domestic resource mobilization, national statistical, preferential, duty-free,
    millennium development goals, 2030 agenda, global goals, developing countries, stakeholder partnerships, customs, capacity development, policy coherence, ldcs, least developed countries, development partners, household surveys`,
    `cooperation, co-operation, aid, trade, indicator, partners, stakeholders, regional, statistics, export, monitoring, data, united nations, agreement, tariff, international, collaboration, finance, development, negotiations, debt, coordination, agenda`,
  ),
];
