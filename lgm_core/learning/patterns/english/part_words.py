"""English nouns of parts by the wholes they belong to, of wholes, and of groups and their members."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import words

ABSTRACT_ENDINGS = ("tion", "sion", "ity", "ness", "ship", "ism", "ance", "ence", "problem", "history")
"""Endings of nouns that are seldom parts: *motion*, *friendship*."""

PEOPLE_GROUPS = words(
    "academy alliance army association band battalion board brigade brotherhood bureau cabal cabinet cast caste choir "
    "chorus clan class clique club coalition commission committee commonwealth commune community company confederacy "
    "confederation congregation congress consortium constituency contingent convention cooperative corps coterie "
    "council coven crew crowd delegation detachment division ensemble entourage faction faculty family federation "
    "fellowship fraternity gang guild harem horde household jury league legion lodge militia mob movement navy network "
    "orchestra order organisation organization panel parliament party patrol platoon population posse quartet quintet "
    "rabble ranks ratpack regiment ring sect senate sextet sisterhood society sorority squad squadron staff subculture "
    "syndicate synod team throng tribe tribunal trio troop troupe union unit vanguard workforce"
)
AMBIGUOUS_GROUPS = words(
    "academy association board class commission committee company convention division family house lodge movement "
    "order organisation organization party population ranks ring service society unit"
)
"""Groups only where people are named: *an order of monks*, but *an order of magnitude*."""
COLLECTIONS = PEOPLE_GROUPS | words(
    "archipelago archive armada array assembly assortment bale barrage battery bevy bouquet bratpack bunch bundle "
    "cache canaille caravan cartload catalog catalogue cavalcade chain circle circus clan cloud clump cluster clutter "
    "cohort collective college column conjunction constellation convoy crush cult deck drove elite fleet flock "
    "flotilla forest gaggle galaxy garland grove hailstorm heap herd hive horde host huddle jam jumble jungle knot "
    "layer lineup litter medley melee menage menagerie mixture multitude muster orchard pack package pantheon passel "
    "phalanx pile pleiad plethora pod posse procession pyramid quantity quiver raft rainbow rash ream remuda "
    "repertoire riffraff rouleau round scattering schedule school scrum sheaf shelf shoal skein skulk slate slew spate "
    "squabble stack string suite swarm tangle thicket torrent train tuft universe volley wad warren wave web"
)
"""Nouns that mean a collection of any plural that follows: *a stack of plates*."""
VENERY = words(
    "aerie amble ambush army ascension aurora badling band bank bar barrel barren bask batch battery bazaar bed "
    "bellowing bench bike blessing bloat bouquet brace brood building business cackle cadge cast cete charm chatter "
    "chattering clamour clattering clew cloud clowder clutch clutter coalition colony congress conspiracy convocation "
    "corps covert covey cowardice crash creep crossing crush cry cutting dazzle deceit den descent dissimulation dole "
    "dopping doylt draught dray drift drove dule earth embarrassment erst escargatoire escargotoire exaltation eyrar "
    "eyrie fall fesnying fez field flamboyance fleet flick flight fling float flush fluther gaggle gam gang gaze "
    "generation glaring glint grist gulp hand harras haul herd hill hover huddle hum hurtle husk implausibility "
    "intrusion jug kaleidoscope kendle kennel kettle kindle knab knob knot labor labour lamentation lap leap leash "
    "lepe lodge lounge marathon mask meinie memory mischief mob mumble murder murmuration muse muster mustering "
    "mutation mute neck nest nide nuisance nursery nye obstinacy ostentation pace pack paddling pandemonium parade "
    "parcel parliament party peep piteousness pitying plague plump pod pontifical prattle prickle pride raffle raft "
    "rafter rag rainbow rake rangale rhumba richness romp rookery rout route run rush sault sawt scold scoop scourge "
    "scurry sedge shadow shrewdness shuffle siege singular skein skulk sleuth sloth smack smuck sneak sord sounder "
    "sownder span spring squabble stable stand stare stench storytelling streak string stud sute team thunder tiding "
    "tidings tittering tok tower train trembling tribe trip troop troubling troup turmoil unkindness venue volery wake "
    "walk warp watch wedge whirl wing wisdom wisp wrack wreath yoke zeal"
)
"""Nouns that mean a collection only before animals: *a murder of crows*."""
RANKED_GROUPS = words(
    "army band battalion battery brigade cabinet cavalry choir club committee company corps council crew force gang "
    "guard infantry legion militia ministry navy orchestra parliament party patrol platoon police regiment senate "
    "squad squadron team troop unit"
)
"""Groups in which people have ranks: *a captain in the navy*."""
LEADERS = words(
    "captain chairman chairperson chief commander director governor head leader manager president secretary treasurer"
)
"""People who are part of a group that they lead: *the president of the club*."""
NOT_COLLECTING = words(
    "ancestor book breed case cousin cross death description diet disease drawing enemy family fear film genus group "
    "history host hybrid image kind lack life list love lover map matter mixture number order painting parasite "
    "percentage photo photograph picture portrait predator proportion relative result sculpture sight sign smell song "
    "sort sound source species statue story study type variety voice way"
)
"""Nouns that animals may follow without being a collection: *a picture of dogs*."""
ANIMALS = words(
    "alligator ant antelope ape apes baboon badger bat bear beaver bee beetle bird bison bloodhound boar buffalo bull "
    "bullock butterfly buzzard camel caribou cat caterpillar cattle cheetah chick chicken chimpanzee chough clam cobra "
    "cockroach cod coot cormorant cougar cow coyote crab crane crocodile crow cub curlew deer dog dolphin donkey "
    "dotterel dove dragon duck duckling dunlin eagle eel egret elephant elk emu falcon ferret finch fish flamingo flea "
    "fly fowl fox frog gazelle geese gerbil giraffe gnat gnu goat goldfinch goose gopher gorilla goshawk grasshopper "
    "greyhound griffin grouse guillemot gull hare hawk hedgehog hen heron herring hippopotami hippopotamus hog hornet "
    "horse hound hummingbird hyena ibis iguana impala insect jackal jackrabbit jaguar jay jellyfish kangaroo kitten "
    "kitty koala lamb lapwing lark lemming lemur leopard lice linnet lion lizard llama lobster locust louse magpie "
    "mallard mammal manatee mare marten meerkat mice minnow mole mongoose monkey moorhen moose mosquito moth mouse "
    "mule mussel nightingale octopus opossum orangutan ostrich otter owl ox oxen oyster panda panther parakeet parrot "
    "partridge peacock pelican penguin pheasant pig pigeon piglet plover pochard pony porcupine porpoise prawn primate "
    "puffin pup puppy quail rabbit raccoon ram rat rattlesnake raven reindeer reptile rhino rhinoceros rook salamander "
    "salmon sandpiper sardine scorpion seagull seal shark sheep shrimp skunk skylark sloth smelt snail snake snipe "
    "sparrow spider squid squirrel starling steed stingray stoat stork swallow swan swift swine teal termite thrush "
    "tiger toad tortoise trout turkey turtle turtledove viper vulture walrus wasp weasel whale whiting widgeon "
    "wildfowl wolf wolverine wolves wombat woodcock woodpecker worm wren yak zebra"
)


BODY_PARTS = words(
    "abdomen ankle antenna antler anus aorta appendix arm armpit artery backbone barbel beak beard belly biceps "
    "bladder blade bone bosom bowel brain breast brow buttock calf carapace cartilage cerebellum cheek chest chin claw "
    "colon cornea cortex crest diaphragm ear eardrum earlobe elbow esophagus eye eyeball eyebrow eyelash eyelid face "
    "fang feather femur fibula fin finger fingernail fingertip flank flipper foot forearm forehead foreleg forelimb "
    "forepaw fundus fur gill gizzard gland groin gum gut hair hand head heart heel hindleg hip hoof horn intestine "
    "iris jaw jawbone joint kidney knee kneecap knuckle larynx leg lens ligament limb lip liver lobe lung mandible "
    "mane marrow membrane midbrain mouth muscle muzzle nail navel neck nerve neuron nipple nose nostril organ ovary "
    "palate palm pancreas paw pelvis penis phalanx pharynx placenta plumage pouch proboscis pupil retina rib ridge "
    "scale scalp scrotum shin shoulder sinus skeleton skin skull snout spine spleen sternum stinger stomach tail talon "
    "teat tectum tendon tentacle testicle thalamus thigh thorax throat thumb tibia toe toenail tongue tonsil tooth "
    "torso trachea trunk turbinate tusk udder ulna uterus vagina vein vertebra whisker windpipe wing womb wrist"
)
PLANT_PARTS = words(
    "anther bark blossom branch bud bulb calyx canopy cone corolla crown fiber filament flower foliage frond fruit "
    "husk kernel leaf leaflet peel petal petiole pistil pith pod pollen pulp rhizome rind root sap seed sepal shoot "
    "stalk stamen stem stigma thorn trunk tuber twig"
)
BUILDING_PARTS = words(
    "aisle altar annex apse arcade arch attic balcony balustrade banister baseboard basement bathroom battlement "
    "battlements bay beam bedroom belfry buttress cabinet ceiling cellar chamber chancel chapel chimney cloister "
    "colonnade column corridor counter courtyard cupboard cupola dome door doorbell doorknob doorway dormer drawbridge "
    "elevator entrance exit facade farmhouse fireplace floor foyer gable garage garret gate gatehouse girder hall "
    "hallway hearth joist kitchen lintel lobby loft loophole minaret moat nave pane pantry parapet pavilion pew "
    "pilaster pillar plumbing porch portico rafter railing rampart roof rooftop room scaffold shutter skylight spire "
    "stair staircase stairway steeple storey terrace tile toilet tower transept turret vault veranda vestibule wall "
    "watchtower window windowsill wing"
)
MACHINE_PARTS = words(
    "accelerator aerial aileron airbag alternator anchor antenna armrest axle backrest bail ballast barrel battery "
    "bearing bell blade boiler bolt bonnet boom bore bow brake bucket bulb bumper burner button cabin cable camshaft "
    "canopy carburetor carburettor cartridge casing chassis chip circuit circuitry clapper clutch cockpit coil "
    "compartment condenser connector console crank crankshaft cylinder daggerboard dashboard dial diaphragm display "
    "drawer driveshaft duct electrode engine exhaust eyepiece fan fender filament flange flap flapper flywheel funnel "
    "fuse fuselage gasket gauge gear gearbox grille gun hammer handgrip handle handlebar handrail hatch headlamp "
    "headlight headrest heater hilt hinge hold hose hub hull ignition impeller jet keel key keyboard keypad knob ladle "
    "latch lens lever lid linkage lock magnet mainmast mainsail mast microphone mirror motherboard motor mouthpiece "
    "mudguard muffler nacelle needle nozzle oar odometer paddle pedal pendulum periscope pin pinion pipe piston plug "
    "plunger pointer porthole probe processor propeller prow pulley pump radiator radome rear receiver reflector "
    "regulator reservoir rig rivet rod roller rope rotor rudder rung sail screen screw seatbelt sensor shaft shelf "
    "siphon slider socket solenoid span spark speaker speedometer spindle spoiler spoke spring sprocket staysail "
    "steering stern strut switch tailgate tank tap terminal thermostat throttle tiller timer tire toggle track "
    "transformer transmission tread trigger tube turbine tyre undercarriage valve vane visor wheel wheelhouse winch "
    "windscreen windshield wingtip wiper wire"
)
OBJECT_PARTS = words(
    "apron badge binding blade bottom brim bristle buckle button cap collar compartment cord cork corner cover cuff "
    "edge flap footboard footrest frame fringe grip haft handle headboard heel helm hem hilt hood hook inlet insole "
    "interior lace lapel lash leg lid liner lining lip mattress mouth neckline nib nozzle outlet padlock panel "
    "pedestal pocket pommel rear rim rung scabbard seam shade shaft shank side sleeve sole spout stitch strand strap "
    "stud surface tassel toe top upholstery waistband wick wrapper zipper"
)
TEXT_PARTS = words(
    "appendix canto chapter chorus citation clause clip coda conclusion cover epilogue episode excerpt footnote "
    "foreword glossary index introduction lyric overture page paragraph passage preamble preface prelude prologue "
    "refrain scene sentence stanza subplot verse"
)
OTHER_PARTS = PLANT_PARTS | BUILDING_PARTS | MACHINE_PARTS | OBJECT_PARTS | TEXT_PARTS
PARTS = BODY_PARTS | OTHER_PARTS

OWNERS = ANIMALS | words("animal baby boy child creature flower girl human infant man person plant tree vehicle woman")
"""Possible owners of a body part: *the dog lifted its paw*."""
PLANTS = words(
    "apple bush cherry corn fern flower fruit grass lemon lily maple oak onion orange orchid palm pear pine plant "
    "potato rose shrub sunflower tomato tree tulip vine weed wheat willow"
)
BUILDINGS = words(
    "apartment bakery barn bathroom bedroom bridge building bungalow cabin cafe castle cathedral cell chapel church "
    "classroom closet cottage dungeon factory farm farmhouse fort fortress garage garden greenhouse hall hospital "
    "hotel house kitchen library lighthouse mansion mill monastery mosque museum office palace pavilion prison pub "
    "pyramid restaurant room school shed shop shrine stable stadium stage store studio supermarket synagogue temple "
    "theater theatre tower tunnel villa warehouse workshop"
)
MACHINES = words(
    "aircraft airplane ambulance bicycle bike blender boat bomb bus camera car carriage cart clock computer crane "
    "crossbow dishwasher drill dryer engine ferry guitar gun helicopter jet keyboard lamp laptop lawnmower locomotive "
    "lorry machine microscope mixer monitor motor motorbike motorboat motorcycle oven phone piano pistol plane printer "
    "pump radio raft refrigerator revolver rifle robot rocket sailboat scooter ship spacecraft stove submarine taxi "
    "telephone telescope television tractor trailer train tram truck turbine vacuum van vehicle vessel violin wagon "
    "wheelchair windmill yacht"
)
OBJECTS = words(
    "armchair axe bag barrel basket bed belt blade blanket boot bottle bowl box broom brush bucket cabinet candle cap "
    "chair coat couch cup cupboard desk door drawer dress drum fence fork gate glass glove hammer hat helmet jacket "
    "jar jeans kettle knife ladder mirror mug needle oar pan pants pen pencil pie pipe pot quilt saddle saw scissors "
    "screw screwdriver shirt shoe shovel sink skirt sofa spear spoon stick stove suit suitcase sweater sword table "
    "teapot tent tool toy tray trouser trousers umbrella valve vase wall wardrobe watch wheel window"
)
TEXTS = words(
    "album article bible book chapter diary document essay magazine newspaper novel play poem report song story text"
)
WHOLES = OWNERS | BODY_PARTS | PLANTS | BUILDINGS | MACHINES | OBJECTS | TEXTS
PARTS_OF_MACHINES = MACHINE_PARTS | words(
    "arm back body claw door fin floor indicator jaw mirror mouse nose pane plate point pole post rail roof screen "
    "seat step tail trunk wagon wall window wing"
)
PARTS_OF_OBJECTS = OBJECT_PARTS | words(
    "arm back blade chain crust door fly grate hinge jaw knob leg lock mouth neck pane pin plate point pole post rail "
    "ring rope screen seat shelf spring step stick tooth wheel wire"
)
HEAVENLY_BODIES = words("comet earth globe island moon mountain planet star sun volcano world")
PARTS_OF_HEAVENLY_BODIES = words("core crater crust equator mantle peak pole ridge slope summit surface")
WHOLES_AND_PARTS = (
    (OWNERS | BODY_PARTS, BODY_PARTS),
    (PLANTS, PLANT_PARTS),
    (BUILDINGS, BUILDING_PARTS | words("fence furnace grate seat section shelf sink step workshop")),
    (MACHINES, PARTS_OF_MACHINES | OBJECT_PARTS),
    (OBJECTS, PARTS_OF_OBJECTS),
    (TEXTS, TEXT_PARTS | words("backpage cover page spine title")),
    (HEAVENLY_BODIES, PARTS_OF_HEAVENLY_BODIES),
    (PEOPLE_GROUPS | words("police"), LEADERS | words("member")),
)
"""Nouns of wholes, with the nouns of their parts."""
PARTS_OF_SOME = frozenset().union(*(parts for _, parts in WHOLES_AND_PARTS)) - PARTS
"""Nouns of parts only of what they are paired with: *the seat of the bicycle*, but not *of the government*."""
CONTAINERS = words(
    "array backpack bag barrel basin basket bin bottle bowl box bucket building can carton case casserole chest "
    "container crate cup dict dictionary directory drawer envelope field flask folder fridge glass handbag jar jug "
    "kitchen list locker map mapping mug pack package pail parcel pot purse queue room rucksack sack satchel set "
    "string suitcase tin trunk tub tuple variable vase vat vial wallet wardrobe"
)
"""Wholes whose contents are not their parts: *a box contains books*."""
